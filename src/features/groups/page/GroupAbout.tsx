import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { safeUrl } from '#contract/safeUrl.ts'
import type { GroupPage } from '#contract/schemas/groupPage.ts'
import { useLoadTexts } from '#src/i18n/useLoadTexts.ts'
import type { GroupRow } from '#src/store/groups/selectors.ts'
import { Button } from '#src/ui/Button.tsx'
import type { Elements } from '#src/ui/elements.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { type LoadResult, LoadState } from '#src/ui/LoadState.tsx'
import { SkeletonBars } from '#src/ui/Skeleton.tsx'
import { EditPageForm } from './EditPageForm.tsx'
import { GroupText } from './GroupText.tsx'

type AboutProps = { group: GroupRow; result: LoadResult<GroupPage> }

/** The description, pinned note and chat link of a group; owners and co-owners edit them here. */
export function GroupAbout({ group, result }: AboutProps) {
  return (
    <LoadState result={result} texts={useLoadTexts()} skeleton={<SkeletonBars count={1} />}>
      {(page) => <About group={group} page={page} />}
    </LoadState>
  )
}

type Props = { group: GroupRow; page: GroupPage }

function About({ group, page }: Props) {
  const { t } = useTranslation()
  const [isEditing, setIsEditing] = useState(false)
  const [isSaved, setIsSaved] = useState(false)
  const mayEdit = page.role !== 'member'
  const talkUrl = safeUrl(page.talk_url)
  const isEmpty = page.purpose === '' && page.note === '' && talkUrl === null
  if (isEmpty && !mayEdit) return null
  const handleClose = (saved: boolean) => {
    setIsEditing(false)
    setIsSaved(saved)
  }
  return (
    <div tabIndex={-1} className="flex flex-col gap-5 outline-none">
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
      {isEditing ? (
        <EditPageForm group={group} page={page} onClose={handleClose} />
      ) : (
        mayEdit && (
          <div className="flex flex-wrap items-center gap-3">
            <Button
              icon="pencil"
              onClick={() => {
                setIsSaved(false)
                setIsEditing(true)
              }}
            >
              {t('group_page.edit')}
            </Button>
            <span role="status" className="font-sans text-sm text-ink-soft">
              {isSaved && t('group_page.saved')}
            </span>
          </div>
        )
      )}
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
