type Props = {
  /** Texts: while the file is being sent, and while the server works on it. */
  sending: string
  working: string
  /** Share of the file that has been sent, from 0 to 1. */
  share: number
}

/** Announces only the two stages: announcing each percent would flood a screen reader. */
export function Progress({ sending, working, share }: Props) {
  const percent = Math.floor(share * 100)
  const isSent = share >= 1
  return (
    <div className="desk-progress">
      <p>
        <span role="status">{isSent ? working : sending}</span>
        {!isSent && <span aria-hidden="true">{`: ${percent} %`}</span>}
      </p>
      <progress
        aria-label={isSent ? working : sending}
        max={100}
        value={isSent ? undefined : percent}
      />
    </div>
  )
}
