/** The `sub` claim of an access token: the member; null when it cannot be read. */
export function tokenOwner(access: string): string | null {
  try {
    const payload = access.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/')
    const claims = JSON.parse(atob(payload ?? '')) as { sub?: unknown } | null
    return typeof claims?.sub === 'string' ? claims.sub : null
  } catch {
    return null
  }
}
