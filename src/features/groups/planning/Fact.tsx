type Props = { children: string; className?: string }

/** A further fact of a line, if there is one; the dot before it never begins a line. */
export function Fact({ children, className }: Props) {
  if (children === '') return null
  return (
    <>
      <span>{'\u00a0· '}</span>
      <span className={className}>{children}</span>
    </>
  )
}
