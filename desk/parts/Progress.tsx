import { styled } from '@mui/material/styles'

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
    <Box>
      <p>
        <span role="status">{isSent ? working : sending}</span>
        {!isSent && <span aria-hidden="true">{`: ${percent} %`}</span>}
      </p>
      <Bar aria-label={isSent ? working : sending} max={100} value={isSent ? undefined : percent} />
    </Box>
  )
}

const Box = styled('div')({
  display: 'grid',
  gap: 4,
  maxWidth: 440,
  margin: '8px 0',
  overflowWrap: 'anywhere',
  '& p': { margin: 0 },
})

/** Every style of ours makes browsers draw it in colours of their own, most of them green. */
const Bar = styled('progress')({
  width: '100%',
  height: 12,
  overflow: 'hidden',
  appearance: 'none',
  forcedColorAdjust: 'none',
  borderRadius: 6,
  backgroundColor: 'var(--line)',
  '&:indeterminate': {
    backgroundColor: 'color-mix(in srgb, var(--gold-deep) 60%, var(--line))',
  },
  '&::-webkit-progress-bar': { backgroundColor: 'transparent' },
  '&::-webkit-progress-value': { backgroundColor: 'var(--gold-deep)' },
  '&::-moz-progress-bar': { backgroundColor: 'var(--gold-deep)' },
})
