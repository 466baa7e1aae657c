#include <stdio.h>

#include "network.h"

#define POST_COLUMNS                                                                                   \
  "p.id, u.username, p.text, p.alt, p.private, p.like_count, p.at,"                                    \
  " EXISTS (SELECT 1 FROM likes WHERE post = p.id AND liker = ?1),"                                    \
  " i.width, i.height, i.bytes, lower(hex(i.hash))"
#define FOUND_POSTS                                                                                    \
  ") AS found CROSS JOIN posts AS p INDEXED BY sqlite_autoindex_posts_1 ON p.author = found.author"     \
  " AND p.private = found.private AND p.at = found.at" POST_JOINS "ORDER BY p.at DESC"
#define POST_JOINS " JOIN users AS u ON u.id = p.author LEFT JOIN pictures AS i ON i.id = p.picture "

enum { many_followees = 300, page = 20, tiles = 9 };

// Reads all columns of all rows; adds up the numbers of the posts.
static int read_rows(sqlite3_stmt *s, int found, int64_t *sum) {
  int rows = 0;
  for (; found; found = sqlite3_step(s) == SQLITE_ROW, rows++) {
    for (int i = 0; i < sqlite3_column_count(s); i++) {
      if (sqlite3_column_type(s, i) == SQLITE_TEXT) {
        sqlite3_column_text(s, i);
      } else {
        sqlite3_column_int64(s, i);
      }
    }
    if (rows < page) *sum += sqlite3_column_int64(s, 0);
  }
  sqlite3_reset(s);
  return rows;
}

// The card, and the nine posts under it and one more, in one snapshot.
void read_profiles(network *n, const char *name, int times) {
  sqlite3_stmt *begins = statement(n, "BEGIN"), *ends = statement(n, "COMMIT");
  sqlite3_stmt *user = statement(
      n, "SELECT id, username, name, bio, post_count, follower_count, following_count, like_count, created_at"
         " FROM users WHERE username = ?");
  sqlite3_stmt *posts = statement(
      n, "SELECT " POST_COLUMNS " FROM posts AS p" POST_JOINS
         "WHERE p.author = ?2 AND p.private = 0 ORDER BY p.at DESC LIMIT ?3");
  int64_t sum = 0;
  for (int i = 0; i < times; i++) {
    double start_time = now();
    run(begins, "");
    if (!start(user, "t", name)) break;
    int64_t id = sqlite3_column_int64(user, 0), ignored = 0;
    for (int column = 1; column <= 3; column++) sqlite3_column_text(user, column);
    sqlite3_reset(user);
    sum = 0;
    read_rows(posts, start(posts, "iii", (int64_t)0, id, (int64_t)tiles + 1), i == times - 1 ? &sum : &ignored);
    run(ends, "");
    note_time(now() - start_time);
  }
  print_p99();
}

static const char newest_first[] =
    "SELECT " POST_COLUMNS
    " FROM ("
    "SELECT author, private, at FROM (SELECT author, private, at FROM posts ORDER BY at DESC LIMIT ?2) AS near"
    " WHERE author = ?1 OR (private = 0 AND EXISTS"
    " (SELECT 1 FROM follows INDEXED BY sqlite_autoindex_follows_1"
    " WHERE follower = ?1 AND followee = near.author)) LIMIT ?3" FOUND_POSTS;

static const char by_heads[] =
    "SELECT " POST_COLUMNS
    " FROM ("
    "WITH sources (author, private, head) AS MATERIALIZED ("
    "SELECT f.followee, 0, nullif(u.last_post_at, 0) FROM follows AS f CROSS JOIN users AS u ON u.id = f.followee"
    " WHERE f.follower = ?1"
    " UNION ALL SELECT ?1, 0, (SELECT max(at) FROM posts WHERE author = ?1 AND private = 0)"
    " UNION ALL SELECT ?1, 1, (SELECT max(at) FROM posts WHERE author = ?1 AND private = 1)"
    ") SELECT p.author, p.private, p.at"
    " FROM sources AS s CROSS JOIN posts AS p ON p.author = s.author AND p.private = s.private"
    " AND p.at >= coalesce((SELECT head FROM sources WHERE head IS NOT NULL ORDER BY head DESC"
    " LIMIT 1 OFFSET ?2 - 1), 0) WHERE s.head IS NOT NULL ORDER BY p.at DESC LIMIT ?2" FOUND_POSTS;

// The newest page of a timeline by the two plans of docs/decisions/0003-timeline-by-query.md.
void read_timeline(network *n, const char *name, int times) {
  sqlite3_stmt *begins = statement(n, "BEGIN"), *ends = statement(n, "COMMIT");
  sqlite3_stmt *user = statement(n, "SELECT id, following_count FROM users WHERE username = ?");
  sqlite3_stmt *newest = statement(n, newest_first), *heads = statement(n, by_heads);
  int64_t sum = 0;
  for (int i = 0; i < times; i++) {
    double start_time = now();
    run(begins, "");
    if (!start(user, "t", name)) break;
    int64_t id = sqlite3_column_int64(user, 0), followees = sqlite3_column_int64(user, 1);
    sqlite3_reset(user);
    int rows = 0;
    sum = 0;
    if (followees >= many_followees) {
      rows = read_rows(newest, start(newest, "iii", id, 2 * followees, (int64_t)page + 1), &sum);
    }
    if (rows <= page) {
      sum = 0;
      read_rows(heads, start(heads, "ii", id, (int64_t)page + 1), &sum);
    }
    run(ends, "");
    note_time(now() - start_time);
  }
  printf("answer %lld\n", (long long)sum);
  print_p99();
}
