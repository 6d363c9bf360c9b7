/** The first tab stop; `target` is the id of the main element, which needs tabIndex -1. */
export function SkipLink({ target, label }: { target: string; label: string }) {
  return (
    <a href={`#${target}`} className="skip-link">
      {label}
    </a>
  )
}
