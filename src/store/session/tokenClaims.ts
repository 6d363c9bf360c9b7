/**
 * Whether the server that made this token has a call to log out. The claim `logout` of the access token says
 * so; it is in storage with the token, so the answer is the same after a reload. A token that is no JWT says no.
 */
export function announcesLogout(access: string): boolean {
  try {
    const claims = access.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/')
    const said: unknown = JSON.parse(atob(claims ?? ''))
    return (said as { logout?: unknown } | null)?.logout === true
  } catch {
    return false
  }
}
