type Claims = { sub?: unknown; logout?: unknown } | null

/** The claims of an access token; null for one that is no JWT. */
function claimsOf(access: string): Claims {
  try {
    const payload = access.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/')
    return JSON.parse(atob(payload ?? '')) as Claims
  } catch {
    return null
  }
}

/** The `sub` claim of an access token: the member; null when it cannot be read. */
export function tokenOwner(access: string): string | null {
  const sub = claimsOf(access)?.sub
  return typeof sub === 'string' ? sub : null
}

/** Whether the server offers a call to log out, which it announces by the claim `logout`. */
export const announcesLogout = (access: string): boolean => claimsOf(access)?.logout === true
