#include <mapwright/version.hpp>

#include <iostream>

int main() {
  std::cout << "mapwright " << mapwright::version() << '\n';
  return mapwright::version().empty() ? 1 : 0;
}
