// The functions of Kerberos and LDAP that libpq.a calls; Debian has no static library of them. All
// fail: a static program has neither. The shared libpq brings its own.
#ifdef STATIC_LIBPQ

#define FAILS(name, result) long name(void) { return result; }

void *GSS_C_NT_HOSTBASED_SERVICE;
// GSS_S_UNAVAILABLE
FAILS(gss_acquire_cred, 16 << 16)
FAILS(gss_delete_sec_context, 16 << 16)
FAILS(gss_display_status, 16 << 16)
FAILS(gss_import_name, 16 << 16)
FAILS(gss_init_sec_context, 16 << 16)
FAILS(gss_release_buffer, 16 << 16)
FAILS(gss_release_cred, 16 << 16)
FAILS(gss_release_name, 16 << 16)
FAILS(gss_unwrap, 16 << 16)
FAILS(gss_wrap, 16 << 16)
FAILS(gss_wrap_size_limit, 16 << 16)
FAILS(ldap_count_entries, -1)
FAILS(ldap_first_entry, 0)
FAILS(ldap_get_values_len, 0)
// No handle: libpq asks no further.
FAILS(ldap_init, 0)
FAILS(ldap_msgfree, 0)
FAILS(ldap_result, -1)
FAILS(ldap_search_st, -1)
FAILS(ldap_set_option, -1)
FAILS(ldap_simple_bind, -1)
FAILS(ldap_unbind, 0)
FAILS(ldap_value_free_len, 0)
const char *ldap_err2string(int code) { (void)code; return "LDAP is not available"; }

#endif
