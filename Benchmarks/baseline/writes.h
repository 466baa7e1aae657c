// The deeds of one person, with their counts, inside a transaction.
#pragma once
#include "network.h"

typedef struct {
  sqlite3_stmt *user, *insert_follow, *delete_follow, *add_following, *add_follower;
  sqlite3_stmt *post, *insert_like, *add_post_like, *add_user_like;
  sqlite3_stmt *is_taken, *next_post, *insert_post, *insert_words, *add_post;
  sqlite3 *db;
} deeds;

deeds prepare_deeds(network *n);
void do_follow(deeds *d, const char *follower, const char *followee);
void do_unfollow(deeds *d, const char *follower, const char *followee);
void do_like(deeds *d, const char *user, int64_t post, int64_t at);
void do_post(deeds *d, const char *author, const char *text, int64_t at);
