import { Chip } from '@mui/material'
import { capital, wordOf } from '../i18n.ts'

const COLORS: Readonly<Record<string, 'success' | 'warning' | 'error'>> = {
  ...{ published: 'success', approved: 'success', active: 'success', sent: 'success' },
  ...{ pending: 'warning', scheduled: 'warning', waiting: 'warning', unread: 'warning' },
  ...{ rejected: 'error', refused: 'error', cancelled: 'error', dead: 'error' },
  ...{ came: 'success', reminded: 'warning' },
  ...{ ok: 'success', open: 'warning', wrong: 'error' },
  ...{ stuck: 'error', deactivated: 'error' },
}

const CHIP = { component: 'span', size: 'small', variant: 'outlined' } as const

type Props = { state: string; text?: string }

export const StateMark = ({ state, text = wordOf(state) }: Props) => (
  <Chip {...CHIP} color={COLORS[state]} label={capital(text)} />
)
