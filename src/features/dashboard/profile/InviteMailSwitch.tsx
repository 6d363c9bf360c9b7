import { useTranslation } from 'react-i18next'
import type { Preferences } from '#contract/schemas/profile.ts'
import { useSavePreferencesMutation } from '#src/store/profile/api.ts'
import { Button } from '#src/ui/Button.tsx'

/** Mails about invites; renders nothing for servers that send none. */
export function InviteMailSwitch({ saved }: { saved: Preferences }) {
  const { t } = useTranslation()
  const [save, { isLoading }] = useSavePreferencesMutation()
  const { email_notifications, invite_mails: isOn } = saved
  if (typeof isOn !== 'boolean') return null

  return (
    <div className="mt-8 flex flex-col items-start gap-3 border-t border-line pt-6">
      <p className="max-w-measure font-sans text-ui">
        {t(isOn ? 'dashboard.invite_mails_on' : 'dashboard.invite_mails_off')}
      </p>
      <Button
        busy={isLoading}
        // Sends the saved choice about news and events too.
        onClick={() => save({ email_notifications, invite_mails: !isOn })}
      >
        {t(isOn ? 'dashboard.stop_invite_mails' : 'dashboard.start_invite_mails')}
      </Button>
    </div>
  )
}
