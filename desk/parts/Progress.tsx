/** How far something on its way is, `share` from 0 to 1. Once all of it has been sent the server is at work. */
export const Progress = ({ label, share }: { label: string; share: number }) => (
  <div className="desk-progress" role="status">
    <span>{label}</span>
    {share < 1 ? (
      <progress aria-label={label} max={100} value={Math.floor(share * 100)} />
    ) : (
      <progress aria-label={label} />
    )}
  </div>
)
