import { useTranslation } from 'react-i18next'
import { HOOK_KINDS, HOOK_TEXT_MAX, type Hook, type HookBody } from '#contract/hooks.ts'
import type { GroupId } from '#contract/ids.ts'
import { hookApi } from '#src/store/groups/hook/api.ts'
import { refusalOf } from '#src/store/refusals.ts'
import { Button } from '#src/ui/Button.tsx'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { FormError } from '#src/ui/Field.tsx'
import { Form, Submit, useForm } from '#src/ui/form/Form.tsx'
import { LoadState } from '#src/ui/LoadState.tsx'
import { Select } from '#src/ui/Select.tsx'
import { SkeletonBars } from '#src/ui/Skeleton.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { TIME, Timed } from '#src/ui/Time.tsx'
import { useConfirm } from '#src/ui/useConfirm.tsx'

/** Where a group tells a chat of its polls, sessions and recaps. */
export function HookSection({ group }: { group: GroupId }) {
  const { t } = useTranslation()
  const result = hookApi.useGetHookQuery(group)
  return (
    <div className="flex flex-col items-start gap-4">
      <p className="max-w-measure font-sans text-sm text-ink-soft">{t('hook.lead')}</p>
      <LoadState result={result} skeleton={<SkeletonBars count={1} />}>
        {({ hook }) => (
          <>
            {hook && <Present group={group} hook={hook} />}
            <HookForm key={hook?.host} group={group} />
          </>
        )}
      </LoadState>
    </div>
  )
}

function Present({ group, hook }: { group: GroupId; hook: Hook }) {
  const { t } = useTranslation()
  const [test, tested] = hookApi.useTestHookMutation()
  const [remove] = hookApi.useRemoveHookMutation()
  const confirm = useConfirm()
  const handleRemove = () =>
    confirm({
      title: t('hook.remove'),
      text: t('hook.remove_text', { host: hook.host }),
      action: () => void remove(group),
    })
  return (
    <>
      <p className="font-sans text-ui">
        {t('hook.set', { kind: t(`hook.kinds.${hook.kind}`), host: hook.host })}
      </p>
      {hook.failing_since !== null && (
        <p role="alert" className="font-sans text-ui text-ember">
          <Timed
            text={t(hook.is_given_up ? 'hook.given_up' : 'hook.failing', {
              since: TIME,
              problem: hook.problem ?? '',
            })}
            at={hook.failing_since}
          />
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button busy={tested.isLoading} onClick={() => void test(group)}>
          {t('hook.test')}
        </Button>
        <Button onClick={handleRemove}>{t('hook.remove')}</Button>
      </div>
      <p role="status" className="font-sans text-ui empty:sr-only">
        {tested.data &&
          (tested.data.problem === null
            ? t('hook.tested')
            : t('hook.test_failed', { problem: tested.data.problem }))}
      </p>
    </>
  )
}

const EMPTY: HookBody = { kind: 'discord', url: '', token: '', room: '', shows_details: false }

function HookForm({ group }: { group: GroupId }) {
  const { t } = useTranslation()
  const [save] = hookApi.useSaveHookMutation()
  const form = useForm({ initial: EMPTY })
  const { kind } = form.values
  const line = { autoComplete: 'off', maxLength: HOOK_TEXT_MAX, className: 'w-full' }
  return (
    <Form
      form={form}
      aria-label={t('hook.title')}
      onSubmit={async (body) => {
        const { error } = await save({ id: group, ...body })
        return refusalOf<keyof HookBody>(error, t, 'hook.failed')
      }}
    >
      <Select
        label={t('hook.kind')}
        value={kind}
        options={HOOK_KINDS.map((value) => ({ value, label: t(`hook.kinds.${value}`) }))}
        onChange={(chosen) => form.set({ kind: chosen })}
        className="w-full sm:max-w-md"
      />
      <TextField {...form.field('url')} {...line} required label={t(`hook.urls.${kind}`)} />
      {kind !== 'discord' && (
        <TextField
          {...form.field('token')}
          {...line}
          label={t(kind === 'matrix' ? 'hook.token' : 'hook.key')}
        />
      )}
      {kind === 'matrix' && (
        <TextField {...form.field('room')} {...line} required label={t('hook.room')} />
      )}
      <Checkbox
        label={t('hook.details')}
        name="shows_details"
        checked={form.values.shows_details}
        onChange={(shows_details) => form.set({ shows_details })}
      />
      <FormError {...form.error} />
      <Submit of={form} variant="secondary">
        {t('hook.save')}
      </Submit>
    </Form>
  )
}
