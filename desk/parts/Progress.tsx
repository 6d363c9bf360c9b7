import { styled } from '@mui/material/styles'
import { t } from '../i18n.ts'

type Props = {
  /** Texts: while the file is being sent, and while the server works on it. */
  sending: string
  working: string
  /** Share of the file that has been sent, from 0 to 1; undefined before. */
  share: number | undefined
  /** Share of the work that is done, where the server says it. */
  worked?: number | undefined
}

/** Announces only the stages: announcing each percent would flood a screen reader. */
export function Progress({ sending, working, share, worked }: Props) {
  const isSent = share !== undefined && share >= 1
  const part = isSent ? worked : share
  const percent = part === undefined ? undefined : Math.floor(part * 100)
  return (
    <Box>
      <p>
        <span role="status">{isSent ? working : sending}</span>
        {percent !== undefined && <span aria-hidden="true">{`: ${percent} %`}</span>}
      </p>
      <Bar aria-label={isSent ? working : sending} max={100} value={percent} />
    </Box>
  )
}

type UploadProps = { name: string; share: number; working?: string }

/** A file on its way to the server, which looks at it then. */
export const UploadProgress = ({
  name,
  share,
  working = t('uploads.looking', { name }),
}: UploadProps) => (
  <Progress sending={t('uploads.sending', { name })} share={share} working={working} />
)

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
