#include "writes.h"

#include <stdio.h>

deeds prepare_deeds(network *n) {
  return (deeds){
      .user = statement(n, "SELECT id FROM users WHERE username = ?"),
      .insert_follow =
          statement(n, "INSERT INTO follows (follower, followee, at) VALUES (?, ?, 1000000) ON CONFLICT DO NOTHING"),
      .delete_follow = statement(n, "DELETE FROM follows WHERE follower = ? AND followee = ?"),
      .add_following = statement(n, "UPDATE users SET following_count = following_count + ? WHERE id = ?"),
      .add_follower = statement(n, "UPDATE users SET follower_count = follower_count + ? WHERE id = ?"),
      .post = statement(n, "SELECT author, private, at FROM posts WHERE id = ?"),
      .insert_like = statement(n, "INSERT INTO likes (post, liker, at, author) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"),
      .add_post_like = statement(
          n, "UPDATE posts SET like_count = like_count + 1 WHERE author = ? AND private = ? AND at = ?"),
      .add_user_like = statement(n, "UPDATE users SET like_count = like_count + 1 WHERE id = ?"),
      .is_taken = statement(n, "SELECT 1 FROM posts WHERE at = ?"),
      .next_post = statement(n, "UPDATE counters SET value = value + 1 WHERE name = 'posts' RETURNING value"),
      .insert_post = statement(
          n, "INSERT INTO posts (author, private, at, id, text, checksum)"
             " VALUES (?1, 0, ?2, ?3, ?4, row_checksum(?1, 0, ?2, ?3, ?4, NULL, NULL))"),
      .insert_words = statement(n, "INSERT INTO post_words (rowid, text, alt) VALUES (?, ?, NULL)"),
      .add_post = statement(
          n, "UPDATE users SET post_count = post_count + 1, last_post_at = max(last_post_at, ?) WHERE id = ?"),
      .db = n->db,
  };
}

static void count_follows(deeds *d, int64_t follower, int64_t followee, int64_t delta) {
  if (delta == 0) return;
  run(d->add_following, "ii", delta, follower);
  run(d->add_follower, "ii", delta, followee);
}

void do_follow(deeds *d, const char *follower, const char *followee) {
  int64_t from = run(d->user, "t", follower), to = run(d->user, "t", followee);
  if (from == to) return;
  run(d->insert_follow, "ii", from, to);
  count_follows(d, from, to, sqlite3_changes(d->db));
}

void do_unfollow(deeds *d, const char *follower, const char *followee) {
  int64_t from = run(d->user, "t", follower), to = run(d->user, "t", followee);
  run(d->delete_follow, "ii", from, to);
  count_follows(d, from, to, -sqlite3_changes(d->db));
}

void do_like(deeds *d, const char *user, int64_t post, int64_t at) {
  int64_t who = run(d->user, "t", user);
  if (!start(d->post, "i", post)) return;
  int64_t author = sqlite3_column_int64(d->post, 0), private = sqlite3_column_int64(d->post, 1);
  int64_t posted = sqlite3_column_int64(d->post, 2);
  sqlite3_reset(d->post);
  run(d->insert_like, "iiii", post, who, at, author);
  if (sqlite3_changes(d->db) == 0) return;
  run(d->add_post_like, "iii", author, private, posted);
  if (!private) run(d->add_user_like, "i", author);
}

void do_post(deeds *d, const char *author, const char *text, int64_t at) {
  int64_t who = run(d->user, "t", author);
  while (run(d->is_taken, "i", at)) at++;
  int64_t id = run(d->next_post, "");
  run(d->insert_post, "iiit", who, at, id, text);
  run(d->insert_words, "it", at, text);
  run(d->add_post, "ii", at, who);
}
