# Finds the declarations of libclang's C interface: target LibClang::headers. The library itself is opened at run time.
file(GLOB LIBCLANG_ROOTS /usr/lib/llvm-*)
list(SORT LIBCLANG_ROOTS)
find_path(LIBCLANG_INCLUDE_DIR NAMES clang-c/Index.h HINTS ${LIBCLANG_ROOTS} PATH_SUFFIXES include)
mark_as_advanced(LIBCLANG_INCLUDE_DIR)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(LibClang REQUIRED_VARS LIBCLANG_INCLUDE_DIR)

if(LibClang_FOUND AND NOT TARGET LibClang::headers)
  add_library(LibClang::headers INTERFACE IMPORTED)
  set_target_properties(LibClang::headers PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${LIBCLANG_INCLUDE_DIR}")
endif()
