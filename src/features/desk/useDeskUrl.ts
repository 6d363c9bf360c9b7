import { safeUrl } from '#shared/safeUrl.ts'
import { readKey } from '#src/platform/storage.ts'
import { useAppSelector } from '#src/store/hooks.ts'
import { selectVisitor } from '#src/store/session/slice.ts'

/**
 * The URL of the staff desk, without a slash at the end. It comes from the last profile in this browser, because public
 * pages load none (behaviour 12.2).
 * @returns null for everyone but staff, and with a server that names no desk
 */
export function useDeskUrl(): string | null {
  const { isMember, isStaff } = useAppSelector(selectVisitor)
  const url = isMember && isStaff ? safeUrl(readKey('desk_url')) : null
  return url?.replace(/\/+$/, '') ?? null
}
