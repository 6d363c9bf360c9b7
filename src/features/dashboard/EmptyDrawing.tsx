export function EmptyDrawing({ of }: { of: 'groups' | 'invites' }) {
  return (
    <img
      src={`/images/empty-${of}.svg`}
      alt=""
      width={160}
      height={120}
      className="h-24 w-auto opacity-80"
    />
  )
}
