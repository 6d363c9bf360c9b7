import { t } from '../i18n.ts'
import { Dialog } from '../parts/Dialog.tsx'

const KEYS = ['j', 'k', 'c', 'a', 'e', 'm', 'r', 'u', '?'] as const

type Props = { isOn: boolean; onSwitch: (isOn: boolean) => void; onClose: () => void }

/** The keys, and a switch to turn them off: speech input would trigger single letters. */
export const ShortcutsDialog = ({ isOn, onSwitch, onClose }: Props) => (
  <Dialog onClose={onClose} title={t('review.shortcuts')}>
    <p>{t('review.shortcuts_note')}</p>
    <dl className="desk-keys">
      {KEYS.map((key) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{t(`review.keys.${key}`)}</dd>
        </div>
      ))}
    </dl>
    <label className="desk-check">
      <input checked={isOn} onChange={(event) => onSwitch(event.target.checked)} type="checkbox" />
      {t('review.shortcuts_on')}
    </label>
    <div className="desk-buttons">
      <button className="desk-plain" onClick={onClose} type="button">
        {t('close')}
      </button>
    </div>
  </Dialog>
)
