import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FocusedHeading } from '#kit/FocusedHeading.tsx'
import { Button } from '#src/ui/Button.tsx'
import { CopyButton } from '#src/ui/CopyButton.tsx'
import type { Elements } from '#src/ui/elements.ts'
import { Form, Submit, useForm } from '#src/ui/form/Form.tsx'
import { filled } from '#src/ui/form/rules.ts'
import type { IconName } from '#src/ui/icons.ts'
import { FirstRows, ThingRow } from '#src/ui/ShowMore.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { TIME, Timed } from '#src/ui/Time.tsx'
import { useConfirm } from '#src/ui/useConfirm.tsx'

/** What opens something of the member without a login: a calendar link, or a read-only token. */
type Secret = {
  readonly id: number
  readonly name: string
  readonly created_at: string
  readonly last_used_at: string | null
  readonly expires_at?: string
}
type Outcome<Data> = Promise<{ readonly data?: Data; readonly error?: unknown }>

type Props<Made extends Secret> = {
  /** Name of its texts. */
  kind: 'calendar' | 'tokens'
  secrets: readonly Secret[]
  /** Most that a member may have. */
  max: number
  nameMax: number
  icon?: IconName
  /** A failure is a toast, and what was typed stays. */
  onMake: (name: string) => Outcome<Made>
  onEnd: (id: Made['id']) => Outcome<unknown>
  /** The secret itself, which the server does not send again. */
  secretOf: (made: Made) => string
  /** How to use a new one. */
  hints: (made: Made) => ReactNode
  /** Further fields of the form. */
  fields?: Elements
}

/** The secrets of one kind, with a form for another one. */
export function SecretsPanel<Made extends Secret>(props: Props<Made>) {
  const { kind, secrets, max, onEnd } = props
  const { t } = useTranslation()
  const [made, setMade] = useState<Made | null>(null)
  const [ending, setEnding] = useState<number | null>(null)
  const confirm = useConfirm()
  const end = async (id: number) => {
    setEnding(id)
    const { error } = await onEnd(id)
    setEnding(null)
    if (!error && made?.id === id) setMade(null)
  }
  const handleEnd = ({ id, name }: Secret) =>
    confirm({
      title: t(`${kind}.end_title`),
      text: t(`${kind}.end_text`, { name }),
      action: () => void end(id),
    })
  return (
    <>
      {secrets.length === 0 && <p className="font-sans text-ui">{t(`${kind}.none`)}</p>}
      <FirstRows label={t(`${kind}.title`)} rows={secrets}>
        {(secret) => (
          <SecretRow
            key={secret.id}
            kind={kind}
            secret={secret}
            isBusy={ending === secret.id}
            onEnd={() => handleEnd(secret)}
          />
        )}
      </FirstRows>
      {made && <Fresh {...props} key={made.id} made={made} onDone={() => setMade(null)} />}
      {!made && secrets.length < max && <SecretForm {...props} onMade={setMade} />}
      {!made && secrets.length >= max && (
        <p className="font-sans text-ui">{t(`${kind}.full`, { count: secrets.length })}</p>
      )}
    </>
  )
}

type FreshProps<Made extends Secret> = Props<Made> & { made: Made; onDone: () => void }

function Fresh<Made extends Secret>({ kind, made, secretOf, hints, onDone }: FreshProps<Made>) {
  const { t } = useTranslation()
  return (
    <div className="flex w-full max-w-measure flex-col gap-4">
      <FocusedHeading level={4} className="text-base font-semibold wrap-anywhere outline-none">
        {t(`${kind}.new_title`, { name: made.name })}
      </FocusedHeading>
      <p className="font-sans text-ui">{t(`${kind}.new_lead`)}</p>
      <code className="rounded border border-line bg-parchment/60 px-4 py-2 text-ui wrap-anywhere">
        {secretOf(made)}
      </code>
      <CopyButton
        text={secretOf(made)}
        label={t(`${kind}.copy`)}
        copied={t('second_step.copied')}
        notCopied={t('second_step.not_copied')}
      />
      <div className="flex flex-col gap-4">{hints(made)}</div>
      <Button className="self-start" onClick={onDone}>
        {t(`${kind}.kept`)}
      </Button>
    </div>
  )
}

type RowProps = { kind: Props<Secret>['kind']; secret: Secret; isBusy: boolean; onEnd: () => void }

function SecretRow({ kind, secret, isBusy, onEnd }: RowProps) {
  const { t } = useTranslation()
  const { name, created_at, expires_at, last_used_at } = secret
  return (
    <ThingRow
      name={name}
      facts={
        <>
          <Timed text={t('calendar.made', { date: TIME })} day={created_at} />
          <span>, </span>
          {expires_at !== undefined && (
            <>
              <Timed text={t('tokens.until', { date: TIME })} day={expires_at} />
              <span>, </span>
            </>
          )}
          <Timed
            text={t(last_used_at === null ? 'calendar.unused' : 'calendar.last_used', {
              date: TIME,
            })}
            at={last_used_at}
          />
        </>
      }
    >
      <Button busy={isBusy} aria-label={t(`${kind}.end_name`, { name })} onClick={onEnd}>
        {t('calendar.end')}
      </Button>
    </ThingRow>
  )
}

type FormProps<Made extends Secret> = Props<Made> & { onMade: (made: Made) => void }

export function SecretForm<Made extends Secret>(props: FormProps<Made>) {
  const { kind, nameMax, icon, fields, onMake, onMade } = props
  const { t } = useTranslation()
  const rules = filled({ name: `${kind}.name_missing` } as const)
  const form = useForm({ initial: { name: '' }, rules, say: t, keep: kind })
  const handleSubmit = async ({ name }: { name: string }) => {
    const { data, error } = await onMake(name.trim())
    form.settle(error)
    if (data) onMade(data)
  }
  return (
    <Form form={form} aria-label={t(`${kind}.make`)} onSubmit={handleSubmit}>
      <TextField
        {...form.field('name')}
        label={t(`${kind}.name`)}
        hint={t(`${kind}.name_hint`)}
        name={`${kind}_name`}
        autoComplete="off"
        required
        maxLength={nameMax}
        className="w-full sm:max-w-md"
      />
      {fields}
      <Submit of={form} variant="secondary" {...(icon && { icon })}>
        {t(`${kind}.make`)}
      </Submit>
    </Form>
  )
}
