import { useTranslation } from 'react-i18next'
import type { Preferences } from '#contract/schemas/profile.ts'
import { useLoadTexts } from '#src/i18n/useLoadTexts.ts'
import { useGetProfileQuery } from '#src/store/account/api.ts'
import { useGetPreferencesQuery, useSavePreferencesMutation } from '#src/store/profile/api.ts'
import { Button } from '#src/ui/Button.tsx'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { Form } from '#src/ui/form/Form.tsx'
import { useForm } from '#src/ui/form/useForm.ts'
import { Late } from '#src/ui/Late.tsx'
import { LoadState } from '#src/ui/LoadState.tsx'
import { SkeletonBars } from '#src/ui/Skeleton.tsx'

type Props = {
  /** Not saved yet; null without a change. */
  draft: boolean | null
  onEdit: (isOn: boolean) => void
}

const loadSections = async () =>
  (await import(/* webpackChunkName: "account-security" */ './SettingsSections.tsx'))
    .SettingsSections

export function SettingsTab({ draft, onEdit }: Props) {
  const { t } = useTranslation()
  const result = useGetPreferencesQuery()
  const { data: profile } = useGetProfileQuery()
  const hasFeatures = (profile?.features ?? []).length > 0

  return (
    <section>
      <h2 id="settings-heading" className="mb-3 text-xl font-semibold">
        {t('dashboard.settings')}
      </h2>
      <LoadState result={result} texts={useLoadTexts()} skeleton={<SkeletonBars count={2} />}>
        {(saved) => (
          <>
            <SettingsForm saved={saved} draft={draft} onEdit={onEdit} />
            <InviteMailSwitch saved={saved} />
            {hasFeatures && <Late load={loadSections} />}
          </>
        )}
      </LoadState>
    </section>
  )
}

function SettingsForm({ saved, draft, onEdit }: Props & { saved: Preferences }) {
  const { t } = useTranslation()
  const [save] = useSavePreferencesMutation()
  const isChecked = draft ?? saved.email_notifications
  const form = useForm({ values: { email_notifications: isChecked } })

  return (
    <Form
      form={form}
      aria-labelledby="settings-heading"
      onSubmit={async (preferences) => {
        await save(preferences)
        return undefined
      }}
      className="flex flex-col items-start gap-4"
    >
      <Checkbox
        label={t('dashboard.email_notifications')}
        name="email_notifications"
        checked={isChecked}
        onChange={onEdit}
      />
      <div className="flex items-center gap-4">
        <Button type="submit" variant="primary" busy={form.isBusy}>
          {t('dashboard.save')}
        </Button>
        {isChecked !== saved.email_notifications && (
          <p className="font-sans text-sm text-ink-soft">{t('dashboard.not_saved')}</p>
        )}
      </div>
    </Form>
  )
}

function InviteMailSwitch({ saved }: { saved: Preferences }) {
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
