import type { TFunction } from 'i18next'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RichText as Tree } from '#contract/formatting.ts'
import {
  type GroupLogEntry,
  type GroupPage,
  type GroupTexts,
  type GroupLog as Log,
  NOTE_MAX,
  PURPOSE_MAX,
  TALK_URL_MAX,
} from '#contract/groupPage.ts'
import type { GroupId } from '#contract/ids.ts'
import { FocusedHeading } from '#kit/FocusedHeading.tsx'
import { listed } from '#shared/lists.ts'
import { safeUrl } from '#shared/safeUrl.ts'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import { announces } from '#src/platform/page.ts'
import { groupPageApi } from '#src/store/groups/page/api.ts'
import type { GroupRow } from '#src/store/groups/selectors.ts'
import { useUnsaved } from '#src/store/hooks.ts'
import { refusalOf } from '#src/store/refusals.ts'
import { Button } from '#src/ui/Button.tsx'
import type { Elements } from '#src/ui/elements.ts'
import { FormError } from '#src/ui/Field.tsx'
import { Form, type FormOf, Submit, useForm } from '#src/ui/form/Form.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { joined } from '#src/ui/look.ts'
import { RichText } from '#src/ui/RichText.tsx'
import { ShowMore } from '#src/ui/ShowMore.tsx'
import { TextArea, TextField } from '#src/ui/TextField.tsx'
import { TimeSpan } from '#src/ui/Time.tsx'
import { useLanguage } from '#src/ui/useLanguage.ts'
import { FormattedText } from '../../formatting/FormattedText.tsx'
import { TextPreview } from '../../formatting/TextPreview.tsx'
import { useOvertaken } from '../useOvertaken.ts'

/** A text of the members of a group: the one place that decides how these texts are shown. */
function GroupText({ text, tree }: { text: string; tree: Tree | undefined }) {
  return <RichText text={text} tree={Array.isArray(tree) ? tree : null} level={5} />
}

/** What a group is about: its description, pinned note and chat link. */
export function About({ page }: { page: GroupPage }) {
  const { t } = useTranslation()
  const talkUrl = safeUrl(page.talk_url)
  if (page.purpose === '' && page.note === '' && talkUrl === null)
    return <p className="font-sans text-ui text-ink-soft">{t('group_page.empty')}</p>
  return (
    <div className="flex flex-col gap-5">
      {page.purpose !== '' && (
        <Part title={t('group_page.purpose')}>
          <GroupText text={page.purpose} tree={page.purpose_rich} />
        </Part>
      )}
      {page.note !== '' && (
        <Part title={t('group_page.note')}>
          <div className="border-s-2 border-gold ps-3">
            <GroupText text={page.note} tree={page.note_rich} />
          </div>
        </Part>
      )}
      {talkUrl !== null && <TalkLink url={talkUrl} />}
    </div>
  )
}

function Part({ title, children }: { title: string; children: Elements }) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId}>
      <h4 id={titleId} className="mb-1 font-sans text-sm font-bold text-ink-soft">
        {title}
      </h4>
      {children}
    </section>
  )
}

/** Shows the host, so that members see where the link leads. */
function TalkLink({ url }: { url: string }) {
  const { t } = useTranslation()
  return (
    <Part title={t('group_page.talk')}>
      <a
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        className="inline-flex min-h-tap items-center gap-2 font-sans text-ui text-gold-deep underline underline-offset-4 wrap-anywhere"
      >
        <span>{t('group_page.talk_link', { host: new URL(url).host })}</span>
        <Icon name="external" className="size-4" />
      </a>
    </Part>
  )
}

type Props = { group: GroupRow; page: GroupPage; onClose: (isSaved: boolean) => void }

type Texts = Pick<GroupTexts, 'purpose' | 'note'> & { talk_url: string }

const textsIn = ({ purpose, note, talk_url }: GroupPage): Texts => ({
  purpose,
  note,
  talk_url: talk_url ?? '',
})

const FORMATTED = ['purpose', 'note'] as const
const TEXT_LIMITS = { purpose: PURPOSE_MAX, note: NOTE_MAX }

const urlProblems = ({ talk_url }: Texts) =>
  talk_url === '' || safeUrl(talk_url.trim()) !== null
    ? {}
    : ({ talk_url: 'group_page.bad_url' } as const)

export function EditPageForm({ group, page, onClose }: Props) {
  const { t } = useTranslation()
  const { opened, current, isConflict, settle } = useOvertaken(page)
  const [saveTexts] = groupPageApi.useSaveGroupPageMutation()
  const keep = `groupPage/${group.id}`
  const form = useForm({ initial: textsIn(opened), rules: urlProblems, say: t, keep })
  useUnsaved(keep, Object.values(form.values), Object.values(textsIn(opened)))

  const handleSubmit = async (texts: Texts) => {
    const { version } = current
    const talk_url = texts.talk_url.trim() || null
    const { error } = await saveTexts({ id: group.id, ...texts, talk_url, version })
    settle(error)
    form.settle(error, () => onClose(true))
    return refusalOf<keyof Texts>(error, t, 'group_page.failed')
  }
  return (
    <Form form={form} aria-label={t('group_page.edit_form')} onSubmit={handleSubmit}>
      <FocusedHeading level={4} className="font-sans text-ui font-bold outline-none">
        {t('group_page.edit_form')}
      </FocusedHeading>
      {(isConflict || form.kept.found?.isOvertaken) && <About page={page} />}
      <PageFields form={form} />
      <FormError {...form.error} />
      <div className="flex flex-wrap gap-3">
        <Submit of={form}>{t('group_page.save')}</Submit>
        <Button onClick={() => onClose(false)}>{t('group_page.cancel')}</Button>
      </div>
    </Form>
  )
}

function PageFields({ form }: { form: FormOf<Texts> }) {
  const { t } = useTranslation()
  const { field, values } = form
  const isFormatted = announces('formatting')
  const Area = isFormatted ? FormattedText : TextArea
  return (
    <>
      {FORMATTED.map((name) => (
        <Area
          key={name}
          {...field(name)}
          label={t(`group_page.${name}`)}
          hint={t(`group_page.${name}_hint`)}
          maxLength={TEXT_LIMITS[name]}
          className="w-full"
        />
      ))}
      {isFormatted && (
        <TextPreview
          written={FORMATTED.map((name) => ({
            title: t(`group_page.${name}`),
            text: values[name],
          }))}
        />
      )}
      <TextField
        {...field('talk_url')}
        label={t('group_page.talk_url')}
        hint={t('group_page.talk_url_hint')}
        type="url"
        autoComplete="off"
        maxLength={TALK_URL_MAX}
        className="w-full"
      />
    </>
  )
}

/** Kinds without a row, from a newer server, are left out. */
const TEXTS: Readonly<Record<string, MessageKey>> = {
  founded: 'group_page.log_founded',
  invited: 'group_page.log_invited',
  joined: 'group_page.log_joined',
  left: 'group_page.log_left',
  removed: 'group_page.log_removed',
  owner_changed: 'group_page.log_owner_changed',
  co_owner_made: 'group_page.log_co_owner_made',
  co_owner_unmade: 'group_page.log_co_owner_unmade',
  page_changed: 'group_page.log_page_changed',
  link_made: 'group_page.log_link_made',
  link_revoked: 'group_page.log_link_revoked',
  invited_by_mail: 'group_page.log_invited_by_mail',
  poll_made: 'group_page.log_poll_made',
  poll_changed: 'group_page.log_poll_changed',
  poll_cancelled: 'group_page.log_poll_cancelled',
  session_made: 'group_page.log_session_made',
  session_moved: 'group_page.log_session_moved',
  session_cancelled: 'group_page.log_session_cancelled',
  recap_written: 'group_page.log_recap_written',
  session_restored: 'group_page.log_session_restored',
  renamed: 'group_page.log_renamed',
  team_invited: 'group_page.log_team_invited',
  opened: 'group_page.log_opened',
  opening_closed: 'group_page.log_opening_closed',
  team_closed_opening: 'group_page.log_team_closed_opening',
  team_changed_page: 'group_page.log_team_changed_page',
  hook_set: 'group_page.log_hook_set',
  hook_changed: 'group_page.log_hook_changed',
  hook_removed: 'group_page.log_hook_removed',
  hook_stopped: 'group_page.log_hook_stopped',
  hook_given_up: 'group_page.log_hook_given_up',
}
const PARTS: Readonly<Record<string, MessageKey>> = {
  purpose: 'group_page.part_purpose',
  note: 'group_page.part_note',
  talk_url: 'group_page.part_talk_url',
  // Earlier versions let owners choose it.
  crest: 'group_page.part_crest',
}

type GroupLogProps = { groupId: GroupId; first: Log }

/** Activity of the group, newest first. @param first first page of the log, which the group's page includes */
export function GroupLog({ groupId, first }: GroupLogProps) {
  const { t } = useTranslation()
  const [read, { isFetching, isError }] = groupPageApi.useLazyListGroupLogQuery()
  const [older, setOlder] = useState<readonly Log[]>([])
  const pages = [first, ...older]
  const next = pages.at(-1)?.next ?? null
  const entries = pages.flatMap((page) => page.entries)
  const handleMore = async () => {
    if (next === null) return
    const { data } = await read({ id: groupId, before: next })
    if (data) setOlder((known) => [...known, data])
  }
  if (entries.length === 0)
    return <p className="font-sans text-ui text-ink-soft">{t('group_page.log_empty')}</p>
  return (
    <>
      <ol
        tabIndex={-1}
        aria-label={t('group_page.log')}
        className="divide-y divide-line outline-none"
      >
        {entries.map((entry) => (
          <LogEntry key={entry.id} entry={entry} />
        ))}
      </ol>
      {next !== null && (
        <ShowMore
          label={t('group_page.log_more')}
          isBusy={isFetching}
          onShowMore={() => void handleMore()}
        />
      )}
      <FormError message={isError ? t('errors.load_failed') : undefined} />
    </>
  )
}

function LogEntry({ entry }: { entry: GroupLogEntry }) {
  const { t } = useTranslation()
  const text = textOf(entry, t, useLanguage())
  if (text === null) return null
  // A username stays as it is written.
  const first = entry.kind === 'owner_changed' ? entry.subject : entry.actor
  return (
    <li className="py-2 font-sans sm:flex sm:items-baseline sm:justify-between sm:gap-4">
      <p className={joined('min-w-0 text-ui wrap-anywhere', !first && 'first-letter:uppercase')}>
        {text}
      </p>
      <p className="shrink-0 text-sm text-ink-soft">
        <TimeSpan start={entry.happened_at} />
      </p>
    </li>
  )
}

function textOf(
  { kind, actor, subject, detail }: GroupLogEntry,
  t: TFunction,
  language: string,
): string | null {
  const key = TEXTS[kind]
  if (key === undefined) return null
  const former = t('group_page.log_former')
  const parts = (detail ?? '').split(',').flatMap((part) => PARTS[part] ?? [])
  const changed = listed(
    parts.map((part) => t(part)),
    language,
  )
  const people = { actor: actor ?? former, subject: subject ?? former }
  return t(key, { ...people, detail: detail ?? '', parts: changed })
}
