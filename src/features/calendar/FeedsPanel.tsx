import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FEED_NAME_MAX, FEEDS_MAX, type Feed, type NewFeed } from '#contract/calendar.ts'
import { FocusedHeading } from '#kit/FocusedHeading.tsx'
import { safeUrl } from '#shared/safeUrl.ts'
import { calendarApi } from '#src/store/calendar/api.ts'
import { Button } from '#src/ui/Button.tsx'
import { CopyButton } from '#src/ui/CopyButton.tsx'
import { Form, Submit, useForm } from '#src/ui/form/Form.tsx'
import { filled } from '#src/ui/form/rules.ts'
import { LoadState } from '#src/ui/LoadState.tsx'
import { FirstRows, ThingRow } from '#src/ui/ShowMore.tsx'
import { SkeletonBars } from '#src/ui/Skeleton.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { TIME, Timed } from '#src/ui/Time.tsx'
import { useConfirm } from '#src/ui/useConfirm.tsx'

const HINTS = ['google', 'apple', 'outlook', 'other'] as const

type Props = { feed: NewFeed; onDone: () => void }

/** The URL of a new feed, which the server does not send again. */
function FreshFeed({ feed: { name, url }, onDone }: Props) {
  const { t } = useTranslation()
  return (
    <div className="flex w-full max-w-measure flex-col gap-4">
      <FocusedHeading level={4} className="text-base font-semibold wrap-anywhere outline-none">
        {t('calendar.new_title', { name })}
      </FocusedHeading>
      <p className="font-sans text-ui">{t('calendar.new_lead')}</p>
      <code className="rounded border border-line bg-parchment/60 px-4 py-2 text-ui wrap-anywhere">
        {url}
      </code>
      <CopyButton
        text={url}
        label={t('calendar.copy')}
        copied={t('second_step.copied')}
        notCopied={t('second_step.not_copied')}
      />
      <div className="font-sans text-ui">
        <p id="calendar-hints" className="font-medium">
          {t('calendar.hints')}
        </p>
        <ul aria-labelledby="calendar-hints" className="mt-1 divide-y divide-line">
          {HINTS.map((hint) => (
            <li key={hint} className="py-2">
              {t(`calendar.hint_${hint}`)}
            </li>
          ))}
        </ul>
        <p className="mt-1 text-sm text-ink-soft">{t('calendar.delay')}</p>
      </div>
      {safeUrl(url) !== null && (
        <a
          href={url.replace(/^https?:/i, 'webcal:')}
          className="inline-flex min-h-tap items-center self-start font-sans text-ui font-medium text-gold-deep underline underline-offset-4 hover:text-ink"
        >
          {t('calendar.open')}
        </a>
      )}
      <Button className="self-start" onClick={onDone}>
        {t('calendar.kept')}
      </Button>
    </div>
  )
}

export function FeedsPanel() {
  const { t } = useTranslation()
  const result = calendarApi.useListFeedsQuery(undefined, { refetchOnMountOrArgChange: true })
  const [made, setMade] = useState<NewFeed | null>(null)
  return (
    <LoadState result={result} skeleton={<SkeletonBars count={1} />}>
      {(feeds) => (
        <>
          <FeedList feeds={feeds} onRevoked={(id) => made?.id === id && setMade(null)} />
          {made && <FreshFeed key={made.id} feed={made} onDone={() => setMade(null)} />}
          {!made && feeds.length < FEEDS_MAX && <FeedForm onMade={setMade} />}
          {!made && feeds.length >= FEEDS_MAX && (
            <p className="font-sans text-ui">{t('calendar.full', { count: feeds.length })}</p>
          )}
        </>
      )}
    </LoadState>
  )
}

type ListProps = { feeds: readonly Feed[]; onRevoked: (id: Feed['id']) => void }

function FeedList({ feeds, onRevoked }: ListProps) {
  const { t } = useTranslation()
  const [revoke, { isLoading, originalArgs }] = calendarApi.useRevokeFeedMutation()
  const confirm = useConfirm()
  const end = async (id: Feed['id']) => {
    const { error } = await revoke(id)
    if (!error) onRevoked(id)
  }
  const handleRevoke = ({ id, name }: Feed) =>
    confirm({
      title: t('calendar.end_title'),
      text: t('calendar.end_text', { name }),
      action: () => void end(id),
    })
  return (
    <>
      {feeds.length === 0 && <p className="font-sans text-ui">{t('calendar.none')}</p>}
      <FirstRows label={t('calendar.title')} rows={feeds}>
        {(feed) => (
          <FeedRow
            key={feed.id}
            feed={feed}
            isBusy={isLoading && originalArgs === feed.id}
            onRevoke={() => handleRevoke(feed)}
          />
        )}
      </FirstRows>
    </>
  )
}

type RowProps = { feed: Feed; isBusy: boolean; onRevoke: () => void }

function FeedRow({ feed: { name, created_at, last_used_at }, isBusy, onRevoke }: RowProps) {
  const { t } = useTranslation()
  return (
    <ThingRow
      name={name}
      facts={
        <>
          <Timed text={t('calendar.made', { date: TIME })} day={created_at} />
          <span>, </span>
          <Timed
            text={t(last_used_at === null ? 'calendar.unused' : 'calendar.last_used', {
              date: TIME,
            })}
            at={last_used_at}
          />
        </>
      }
    >
      <Button busy={isBusy} aria-label={t('calendar.end_name', { name })} onClick={onRevoke}>
        {t('calendar.end')}
      </Button>
    </ThingRow>
  )
}

const nameProblems = filled({ name: 'calendar.name_missing' } as const)

/** A failure is a toast, and the name stays. */
export function FeedForm({ onMade }: { onMade: (feed: NewFeed) => void }) {
  const { t } = useTranslation()
  const [create] = calendarApi.useCreateFeedMutation()
  const form = useForm({ initial: { name: '' }, rules: nameProblems, say: t, keep: 'feed' })

  const handleSubmit = async ({ name }: { name: string }) => {
    const { data, error } = await create({ name: name.trim() })
    form.settle(error)
    if (data) onMade(data)
  }
  return (
    <Form form={form} aria-label={t('calendar.make')} onSubmit={handleSubmit}>
      <TextField
        {...form.field('name')}
        label={t('calendar.name')}
        hint={t('calendar.name_hint')}
        name="feed_name"
        autoComplete="off"
        required
        maxLength={FEED_NAME_MAX}
        className="w-full sm:max-w-md"
      />
      <Submit of={form} variant="secondary" icon="calendar">
        {t('calendar.make')}
      </Submit>
    </Form>
  )
}
