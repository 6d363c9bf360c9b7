import { t } from '../i18n.ts'
import { PasskeyButton } from './PasskeyButton.tsx'
import { useFocusOnShow } from './useFocusOnShow.ts'

type Props = { onLogin: () => Promise<unknown>; onLeave: () => Promise<void> }

/** The password was right, and the account has a passkey: the password alone opens nothing. */
export const PasskeyNeeded = ({ onLogin, onLeave }: Props) => {
  const heading = useFocusOnShow<HTMLHeadingElement>()
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        {t('mail_code.passkey_heading')}
      </h2>
      <p>{t('mail_code.passkey_text')}</p>
      <PasskeyButton onLogin={onLogin} />
      <div className="desk-fields">
        <button className="desk-plain" onClick={() => void onLeave()} type="button">
          {t('second_step.leave')}
        </button>
      </div>
    </>
  )
}
