import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { RichText as Tree } from '#contract/formatting.ts'
import type { GroupPage } from '#contract/groupPage.ts'
import { safeUrl } from '#shared/safeUrl.ts'
import { useLoadTexts } from '#src/i18n/useLoadTexts.ts'
import type { Elements } from '#src/ui/elements.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { type LoadResult, LoadState } from '#src/ui/LoadState.tsx'
import { RichText } from '#src/ui/RichText.tsx'
import { SkeletonBars } from '#src/ui/Skeleton.tsx'

/** A text of the members of a group: the one place that decides how these texts are shown. */
function GroupText({ text, tree }: { text: string; tree: Tree | undefined }) {
  return <RichText text={text} tree={Array.isArray(tree) ? tree : null} level={5} />
}

/** What a group is about: its description, pinned note and chat link. */
export const AboutPart = ({ result }: { result: LoadResult<GroupPage> }) => (
  <LoadState result={result} texts={useLoadTexts()} skeleton={<SkeletonBars count={2} />}>
    {(page) => <About page={page} />}
  </LoadState>
)

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
