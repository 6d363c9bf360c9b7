/** A turning ring, decorative. */
export function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="inline-block size-[1em] shrink-0 animate-spin rounded-full border-2 border-current/25 border-t-current"
    />
  )
}
