import { Checkbox, FormControlLabel } from '@mui/material'
import { styled } from '@mui/material/styles'
import { t } from '../i18n.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { Dialog } from '../parts/Dialog.tsx'

const KEYS = ['j', 'k', 'c', 'a', 'e', 'm', 'r', 'u', '?'] as const

type Props = { isOn: boolean; onSwitch: (isOn: boolean) => void; onClose: () => void }

/** The keys, and a switch to turn them off: speech input would trigger single letters. */
export const ShortcutsDialog = ({ isOn, onSwitch, onClose }: Props) => (
  <Dialog onClose={onClose} title={t('review.shortcuts')}>
    <p>{t('review.shortcuts_note')}</p>
    <Keys>
      {KEYS.map((key) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{t(`review.keys.${key}`)}</dd>
        </div>
      ))}
    </Keys>
    <FormControlLabel
      control={<Checkbox checked={isOn} onChange={(_, checked) => onSwitch(checked)} />}
      label={t('review.shortcuts_on')}
    />
    <div className="desk-buttons">
      <ActionButton onClick={onClose}>{t('close')}</ActionButton>
    </div>
  </Dialog>
)

const Keys = styled('dl')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(200px, 1fr))',
  gap: '4px 16px',
  margin: '8px 0',
  '& div': { display: 'flex', gap: 12, alignItems: 'center' },
  '& dd': { margin: 0 },
  '& kbd': {
    display: 'inline-block',
    minWidth: 28,
    padding: '2px 6px',
    border: '1px solid var(--field)',
    borderRadius: 6,
    background: 'var(--ground)',
    font: 'inherit',
    textAlign: 'center',
  },
})
