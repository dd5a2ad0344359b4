# What is installed: a tree that works wherever it lies, and that its user need not be allowed to write to. It holds nothing of those
# who use the simulator. `cmake --install BUILD --prefix PREFIX`; of a larger build, with `--component scanlab`.
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME scanlab)
set(own lib/scanlab)
set(made ${CMAKE_CURRENT_BINARY_DIR}/installed)
file(CONFIGURE OUTPUT ${made}/${own}/scanlab_paths @ONLY CONTENT "\
version='@scanlab_simulator_VERSION@'
include=$here/include
translate=$here/scanlab_translate
instrument=$here/scanlab_instrument
simulator=$here/libscanlab_simulator.a
shared_runtime=$here/toolkit/lib64/libcudart.so.13
taken=$here/scanlab_taken
cuda_libraries=$here/libscanlab_cuda_libraries.a
headers_named='@scanlab_debug_name@/include'
folders= libraries= link_options='@scanlab_simulator_libraries@' beginnings=/dev/null clang= driver= made=
")
scanlab_make_toolkit(${made}/${own}/toolkit ../../scanlab_nvcc ../include libscanlab_simulator.a)
file(CREATE_LINK ../../libscanlab_simulator.a ${made}/${own}/toolkit/lib64/libscanlab_simulator.a SYMBOLIC)
file(MAKE_DIRECTORY ${made}/bin)
file(CREATE_LINK ../${own}/scanlab_nvcc ${made}/bin/scanlab-nvcc SYMBOLIC)

install(DIRECTORY ${made}/ DESTINATION .)
install(PROGRAMS $<TARGET_FILE:${scanlab_alone}> RENAME scanlab DESTINATION bin)
install(TARGETS scanlab_translate scanlab_instrument RUNTIME DESTINATION ${own})
install(TARGETS scanlab_simulator ARCHIVE DESTINATION ${own})
install(PROGRAMS ${scanlab_scripts} scanlab_nvcc DESTINATION ${own})
install(FILES ${scanlab_taken} ${scanlab_cuda_libraries} DESTINATION ${own})
install(DIRECTORY include DESTINATION ${own} PATTERN .clang-format EXCLUDE)
install(FILES README.md CHANGELOG.md DESTINATION share/doc/scanlab)
install(FILES ../../LICENSE RENAME copyright DESTINATION share/doc/scanlab OPTIONAL)
install(DIRECTORY docs DESTINATION share/doc/scanlab FILES_MATCHING PATTERN *.md PATTERN *.svg)
install(DIRECTORY ci DESTINATION share/doc/scanlab)

include(CMakePackageConfigHelpers)
write_basic_package_version_file(${made}_version.cmake VERSION ${scanlab_simulator_VERSION} COMPATIBILITY SameMajorVersion)
install(FILES cmake/ScanlabConfig.cmake DESTINATION lib/cmake/Scanlab)
install(FILES ${made}_version.cmake RENAME ScanlabConfigVersion.cmake DESTINATION lib/cmake/Scanlab)

# Packages: `cpack --preset release` in this folder.
if(scanlab_simulator_IS_TOP_LEVEL)
    set(CPACK_GENERATOR DEB TGZ)
    set(CPACK_PACKAGE_NAME scanlab)
    set(CPACK_PACKAGE_CONTACT "The Scanlab authors")
    set(CPACK_PACKAGE_FILE_NAME scanlab-${scanlab_simulator_VERSION}-${CMAKE_SYSTEM_PROCESSOR})
    set(CPACK_STRIP_FILES ON)
    set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
    set(CPACK_DEBIAN_PACKAGE_SECTION devel)
    set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
    set(CPACK_DEBIAN_PACKAGE_DEPENDS "clang (>= 1:14), lld, binutils") # which compile and link users' programs
    set(CPACK_DEBIAN_PACKAGE_SUGGESTS "cmake, libthrust-dev, libopenblas0, libfftw3-double3, libfftw3-single3")
    include(CPack)
endif()
