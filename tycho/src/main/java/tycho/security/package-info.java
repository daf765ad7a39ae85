/** Who may do what: the certificates of a site, the identities in them, and the permissions of topics. */
package tycho.security;
