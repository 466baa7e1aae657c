internal import Glibc

exit(40)
