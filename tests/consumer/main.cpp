#include <iostream>

#include <mapwright/version.hpp>

int main() {
  std::cout << "mapwright " << mapwright::version() << '\n';
  return mapwright::version().empty() ? 1 : 0;
}
