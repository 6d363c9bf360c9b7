import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { HOOK_KINDS, HOOK_TEXT_MAX, type Hook, type HookBody } from '#contract/hooks.ts'
import type { GroupId } from '#contract/ids.ts'
import { useFeature } from '#src/store/account/selectors.ts'
import { hookApi } from '#src/store/groups/hook/api.ts'
import { refusalOf, refusalText } from '#src/store/refusals.ts'
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

/** The chat to which a group sends messages about its polls, sessions and recaps, for those who plan. */
export const HookSection = ({ group }: { group: GroupId }) =>
  useFeature('hooks') && <HookOf group={group} />

function HookOf({ group }: { group: GroupId }) {
  const { t } = useTranslation()
  const result = hookApi.useGetHookQuery(group)
  const [isEditing, setIsEditing] = useState(false)
  const edit = () => setIsEditing(true)
  return (
    <section
      aria-label={t('hook.title')}
      className="flex flex-col items-start gap-3 font-sans text-ui"
    >
      <h4 className="text-sm font-bold text-ink-soft">{t('hook.title')}</h4>
      <LoadState result={result} skeleton={<SkeletonBars count={1} />}>
        {({ hook }) =>
          isEditing ? (
            <HookForm group={group} hook={hook} onClose={() => setIsEditing(false)} />
          ) : hook ? (
            <Present group={group} hook={hook} onEdit={edit} />
          ) : (
            <Button onClick={edit}>{t('hook.set_up')}</Button>
          )
        }
      </LoadState>
    </section>
  )
}

type PresentProps = { group: GroupId; hook: Hook; onEdit: () => void }

function Present({ group, hook, onEdit }: PresentProps) {
  const { t } = useTranslation()
  const [test, { data, error, isLoading }] = hookApi.useTestHookMutation()
  const [remove] = hookApi.useRemoveHookMutation()
  const confirm = useConfirm()
  const { host, problem } = hook
  const handleRemove = () =>
    confirm({
      title: t('hook.remove_title'),
      text: t('hook.remove_text', { host }),
      yes: t('hook.remove'),
      no: t('hook.keep'),
      action: () => void remove(group),
    })
  return (
    <>
      <p className="break-words">{t('hook.set', { kind: t(`hook.kinds.${hook.kind}`), host })}</p>
      {hook.failing_since !== null && (
        <p className="break-words text-ember">
          <Timed
            text={t(hook.is_given_up ? 'hook.given_up' : 'hook.failing', { since: TIME, problem })}
            at={hook.failing_since}
          />
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button busy={isLoading} onClick={() => void test(group)}>
          {t('hook.test')}
        </Button>
        <Button onClick={onEdit}>{t('hook.change')}</Button>
        <Button variant="quiet" onClick={handleRemove}>
          {t('hook.remove')}
        </Button>
      </div>
      <p role="status" className="break-words empty:sr-only">
        {data &&
          (data.problem === null
            ? t('hook.tested')
            : t('hook.test_failed', { problem: data.problem }))}
      </p>
      <FormError message={refusalText(error, t, 'hook.failed')} />
    </>
  )
}

const fieldProblems = ({ kind, url, token, room }: HookBody) => ({
  ...(url.trim() === '' && { url: 'hook.missing' as const }),
  ...(kind === 'matrix' && room.trim() === '' && { room: 'hook.missing' as const }),
  ...(kind !== 'discord' && token.trim() === '' && { token: 'hook.missing' as const }),
})

type FormProps = { group: GroupId; hook: Hook | null; onClose: () => void }

function HookForm({ group, hook, onClose }: FormProps) {
  const { t } = useTranslation()
  const [save] = hookApi.useSaveHookMutation()
  const { kind: before = 'discord', shows_details = false } = hook ?? {}
  const initial: HookBody = { kind: before, url: '', token: '', room: '', shows_details }
  const form = useForm({ initial, rules: fieldProblems, say: t })
  const { kind } = form.values
  const line = { autoComplete: 'off', maxLength: HOOK_TEXT_MAX, className: 'w-full' }
  const handleSubmit = async (body: HookBody) => {
    const { error } = await save({ id: group, ...body })
    form.settle(error, onClose)
    return refusalOf<keyof HookBody>(error, t, 'hook.failed')
  }
  return (
    <Form form={form} aria-label={t('hook.title')} onSubmit={handleSubmit}>
      <p className="max-w-measure text-sm text-ink-soft">{t('hook.lead')}</p>
      {hook && <p>{t('hook.again')}</p>}
      <Select
        label={t('hook.kind')}
        value={kind}
        options={HOOK_KINDS.map((value) => ({ value, label: t(`hook.kinds.${value}`) }))}
        onChange={(chosen) => form.set({ kind: chosen })}
        className="w-full sm:max-w-md"
      />
      <TextField {...form.field('url')} {...line} required label={t(`hook.urls.${kind}`)} />
      {kind === 'matrix' && (
        <TextField {...form.field('room')} {...line} required label={t('hook.room')} />
      )}
      {kind !== 'discord' && (
        <TextField {...form.field('token')} {...line} required label={t(`hook.tokens.${kind}`)} />
      )}
      <Checkbox
        label={t('hook.details')}
        checked={form.values.shows_details}
        onChange={(isChecked) => form.set({ shows_details: isChecked })}
      />
      <FormError {...form.error} />
      <div className="flex flex-wrap gap-3">
        <Submit of={form}>{t('hook.save')}</Submit>
        <Button onClick={onClose}>{t('hook.cancel')}</Button>
      </div>
    </Form>
  )
}
