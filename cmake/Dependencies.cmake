# The libraries the product links, each behind an imported target. tools/install_packages names their Debian packages.
find_package(tl-expected REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(tomlplusplus REQUIRED)
find_package(GMP REQUIRED)
find_package(ISL REQUIRED)
find_package(Seccomp REQUIRED)
find_package(OpenCL REQUIRED)
find_package(LibClang REQUIRED)
find_package(OpenSSL REQUIRED COMPONENTS Crypto)
find_package(CURL REQUIRED)
find_package(SQLite3 REQUIRED)
find_package(SQLiteCpp REQUIRED)
set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)

# What the static library leaves for its consumer to link; the header-only libraries above are not among them.
set(MAPWRIGHT_LINKED_LIBRARIES
    fmt::fmt
    tomlplusplus::tomlplusplus
    ISL::isl
    GMP::gmpxx
    Seccomp::seccomp
    OpenCL::OpenCL
    OpenSSL::Crypto
    CURL::libcurl
    SQLiteCpp
    Threads::Threads
    ${CMAKE_DL_LIBS})
