/** Whose access token it is, by the subject that it names; null when it cannot be read. */
export function tokenOwner(access: string): string | null {
  try {
    const claims = access.split('.')[1] ?? ''
    const { sub } = JSON.parse(atob(claims.replace(/-/g, '+').replace(/_/g, '/'))) as {
      sub?: unknown
    }
    return typeof sub === 'string' ? sub : null
  } catch {
    return null
  }
}
