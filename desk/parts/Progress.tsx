type Props = {
  /** Texts: while the file is being sent, and while the server works on it. */
  sending: string
  working: string
  /** Of the file that has been sent, from 0 to 1. */
  share: number
}

/** Only the two stages are announced: each percent would be a flood of announcements. */
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
