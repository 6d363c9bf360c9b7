import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ContentItem } from '#contract/content.ts'
import { TEXT_MAX } from '#contract/fields.ts'
import { wholeRhythm } from '#shared/rhythm.ts'
import { hides } from '#src/platform/page.ts'
import { contentApi } from '#src/store/content/api.ts'
import { useUnsaved } from '#src/store/hooks.ts'
import { articlePicture } from '#src/store/http/pictures.ts'
import { messagesApi } from '#src/store/messages/api.ts'
import type { PageData } from '#src/store/reducer.ts'
import { LinkButton } from '#src/ui/Button.tsx'
import { useArrival } from '#src/ui/focus.ts'
import { Form, Submit, useForm } from '#src/ui/form/Form.tsx'
import { EmptyState, LoadState } from '#src/ui/LoadState.tsx'
import { MediaCard } from '#src/ui/MediaCard.tsx'
import { Skeleton, SkeletonBlock } from '#src/ui/Skeleton.tsx'
import { StampedPicture } from '#src/ui/StampedPicture.tsx'
import { TextArea, TextField } from '#src/ui/TextField.tsx'
import { Time, TimeSpan } from '#src/ui/Time.tsx'
import { useKit } from '#src/ui/useKit.ts'
import { useLanguage, useListedIn, useTextLanguage } from '#src/ui/useLanguage.ts'
import { FirstItem } from '../desk/FirstItem.tsx'

const LATEST_MAX = 3

const grid = 'mt-10 grid gap-6 md:grid-cols-3 lg:gap-8'

function LatestNews() {
  const { t } = useTranslation()
  const result = contentApi.useListLatestQuery(useListedIn())
  // As specified: the same text for no items and for a failed call (ruling 31).
  const noNews = (retry?: ReactNode) => (
    <EmptyState
      drawing="news"
      message={t('landing_page.news_error')}
      className="mt-6"
      action={retry}
    >
      {!retry && <FirstItem resource="contents" label={t('news.add_first')} />}
    </EmptyState>
  )

  return (
    <section
      aria-labelledby="latest-news"
      className="drawn-late border-t border-line py-20 sm:py-28"
    >
      <div className="mx-auto max-w-page px-4">
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
          <div>
            <h2 id="latest-news" className="font-heading text-3xl font-bold sm:text-4xl">
              {t('landing_page.latest_news')}
            </h2>
            <p className="mt-2 text-lg text-ink-soft">{t('landing_page.latest_news_lead')}</p>
          </div>
          <LinkButton to="/discordia/news&events/">{t('landing_page.see_all_news')}</LinkButton>
        </div>
        <LoadState
          result={{ ...result, data: result.data?.slice(0, LATEST_MAX) }}
          skeleton={
            <Skeleton count={LATEST_MAX} className={grid}>
              <div>
                <SkeletonBlock className="aspect-3/2" />
                <SkeletonBlock className="mt-5 h-6 w-4/5" />
                <SkeletonBlock className="mt-4 h-20" />
              </div>
            </Skeleton>
          }
          empty={noNews()}
          failed={noNews}
        >
          {(items) => (
            <div className={grid}>
              {items.map((item) => (
                <LatestItem key={item.id} item={item} />
              ))}
            </div>
          )}
        </LoadState>
      </div>
    </section>
  )
}

function LatestItem({ item }: { item: ContentItem }) {
  const { t } = useTranslation()
  const langOf = useTextLanguage()
  const language = useLanguage()
  const isNews = item.type === 'News'
  return (
    <MediaCard
      picture={
        <StampedPicture
          {...articlePicture(item)}
          stamp={item.cancelled_at && t('news.cancelled_mark')}
          start={isNews ? undefined : item.date}
          width={960}
          height={640}
          sizes="(min-width: 1152px) 22rem, (min-width: 768px) 33vw, 100vw"
          className="size-full transition-transform duration-500 group-hover:scale-[1.03]"
        />
      }
      eyebrow={
        <>
          <span className="font-medium text-gold-deep">
            {isNews ? t('news.kind_news') : t('news.kind_event')}
          </span>
          {item.series && (
            <span>
              {wholeRhythm(
                item.series.rhythm,
                (key, of) => t(`planning.${key}`, { ...of }),
                language,
              )}
            </span>
          )}
          {isNews ? (
            <Time value={item.date} hasYear />
          ) : (
            <TimeSpan
              start={item.date}
              end={item.event_end}
              isFull
              className={item.cancelled_at ? 'line-through' : undefined}
            />
          )}
        </>
      }
      title={
        <Link
          to={`/discordia/news/${item.id}`}
          className="flex min-h-tap items-center text-ink no-underline after:absolute after:inset-0 hover:underline hover:decoration-gold hover:underline-offset-4"
        >
          {item.title}
        </Link>
      }
      lang={langOf(item.language)}
    >
      <p>{item.short_description}</p>
    </MediaCard>
  )
}

export const fetchLatest: PageData['fetch'] = (dispatch, { listedIn }) =>
  dispatch(contentApi.endpoints.listLatest.initiate(listedIn))

const FOR_WHOM = ['cost', 'language', 'where', 'age'] as const

/** What a community says to those who think of coming; without its words there is nothing. */
function ForWhom() {
  const { t } = useTranslation()
  const lines = FOR_WHOM.map((name) => t(`landing_page.for_whom_${name}`)).filter(Boolean)
  if (lines.length === 0) return null
  return (
    <section aria-labelledby="for-whom" className="border-t border-line bg-vellum py-20 sm:py-28">
      <div className="mx-auto grid max-w-page gap-x-12 gap-y-8 px-4 lg:grid-cols-12">
        <h2 id="for-whom" className="font-heading text-3xl font-bold sm:text-4xl lg:col-span-4">
          {t('landing_page.for_whom')}
        </h2>
        <ul className="max-w-measure space-y-5 text-lg leading-relaxed lg:col-span-8">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
    </section>
  )
}

/** The contact form is for visitors who are logged out (behaviour 2.5). */
export function NewsAndContact({ isMember }: { isMember: boolean }) {
  // As specified: counts a visit when the page loads; a failure is only logged (behaviour 8.6).
  contentApi.useLogVisitQuery()
  const kit = useKit()
  return (
    <>
      <ForWhom />
      {!hides('news', kit) && <LatestNews />}
      {!isMember && !hides('contact', kit) && <ContactSection />}
    </>
  )
}

function ContactSection() {
  const { t } = useTranslation()
  const [isSent, setIsSent] = useState(false)
  const section = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useArrival('contact')
  const handleSent = () => {
    // The focused control is removed; the thanks are announced as a status.
    if (section.current?.contains(document.activeElement))
      heading.current?.focus({ preventScroll: true })
    setIsSent(true)
  }
  return (
    <section ref={section} className="drawn-late border-t border-line bg-vellum py-20 sm:py-28">
      <div className="mx-auto grid max-w-page gap-x-12 gap-y-8 px-4 lg:grid-cols-12">
        <div className="lg:col-span-4">
          <h2
            ref={heading}
            tabIndex={-1}
            id="contact"
            className="font-heading text-3xl font-bold outline-none sm:text-4xl"
          >
            {t('contact.title')}
          </h2>
          <p className="mt-3 max-w-measure text-lg text-ink-soft">{t('contact.lead')}</p>
        </div>
        <div className="lg:col-span-8">
          {/* Always mounted, so that its content is announced. */}
          <div role="status">
            {isSent && <p className="font-heading text-2xl font-bold">{t('contact.thanks')}</p>}
          </div>
          {!isSent && <ContactForm labelledBy="contact" onSent={handleSent} />}
        </div>
      </div>
    </section>
  )
}

/** As specified: the browser alone validates, and a failure is only logged (behaviour 5.7, 8.6). The fields are uncontrolled. */
function ContactForm({ labelledBy, onSent }: { labelledBy: string; onSent: () => void }) {
  const { t } = useTranslation()
  const [sendMessage] = messagesApi.useSendMessageMutation()
  const form = useForm({ initial: { subject: '', message: '' }, keep: 'contact' })
  // Subject and message only: name and e-mail address are quickly typed again.
  useUnsaved('contact', Object.values(form.values))

  const handleSubmit = async (_: object, element: HTMLFormElement) => {
    const { error } = await sendMessage(element)
    form.settle(error, onSent)
  }
  return (
    <Form
      form={form}
      isNative
      aria-labelledby={labelledBy}
      onSubmit={handleSubmit}
      className="grid gap-5 sm:grid-cols-2"
    >
      <TextField
        label={t('contact.name')}
        name="name"
        autoComplete="name"
        required
        maxLength={TEXT_MAX}
      />
      <TextField
        label={t('contact.email')}
        name="email"
        type="email"
        autoComplete="email"
        required
        maxLength={TEXT_MAX}
      />
      <TextField
        key={`subject-${form.kept.times}`}
        defaultValue={form.values.subject}
        label={t('contact.subject')}
        name="subject"
        required
        maxLength={TEXT_MAX}
        className="sm:col-span-2"
      />
      <TextArea
        key={`message-${form.kept.times}`}
        defaultValue={form.values.message}
        label={t('contact.message')}
        name="message"
        required
        className="sm:col-span-2"
      />
      <Submit of={form} className="sm:justify-self-start">
        {t('contact.send')}
      </Submit>
    </Form>
  )
}
