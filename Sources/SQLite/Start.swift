package enum Start {}
