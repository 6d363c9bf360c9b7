import { Dialog } from '../parts/Dialog.tsx'
import { texts } from '../texts/texts.ts'
import { reviewWords as words } from './reviewWords.ts'

type Props = { isOn: boolean; onSwitch: (isOn: boolean) => void; onClose: () => void }

/** Which keys there are, and the way to turn them off: some people speak to their computer, letter by letter. */
export const ShortcutsDialog = ({ isOn, onSwitch, onClose }: Props) => (
  <Dialog onClose={onClose} title={words.shortcuts}>
    <p>{words.shortcutsNote}</p>
    <dl className="desk-keys">
      {words.keys.map(([key, meaning]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
    <label className="desk-check">
      <input checked={isOn} onChange={(event) => onSwitch(event.target.checked)} type="checkbox" />
      {words.shortcutsOn}
    </label>
    <div className="desk-answers">
      <button className="desk-plain" onClick={onClose} type="button">
        {texts.close}
      </button>
    </div>
  </Dialog>
)
