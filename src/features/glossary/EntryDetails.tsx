import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { FORMER_MEMBER } from '#contract/account.ts'
import type { GlossaryEntry, GlossarySubEntry } from '#contract/glossary.ts'
import { glossaryApi } from '#src/store/glossary/api.ts'
import { glossaryActions } from '#src/store/glossary/slice.ts'
import { useAppDispatch } from '#src/store/hooks.ts'
import { pictureOrDefault } from '#src/store/http/pictures.ts'
import { Button, LinkButton } from '#src/ui/Button.tsx'
import { LinkedText } from '#src/ui/LinkedText.tsx'
import { type LoadResult, LoadState } from '#src/ui/LoadState.tsx'
import { Picture } from '#src/ui/Picture.tsx'
import { Skeleton, SkeletonBlock } from '#src/ui/Skeleton.tsx'
import { useTextLanguage } from '#src/ui/useLanguage.ts'
import { Mentions } from '../linking/Mentions.tsx'
import { useTermParts } from '../linking/useTermParts.ts'
import { LateMenu } from '../reports/LateMenu.tsx'

export function EntryDetails({ entry }: { entry: GlossaryEntry }) {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const parts = useTermParts()
  const lang = useTextLanguage()(entry.language)
  const { id, title, image, created_by: author } = entry
  const reported = { kind: 'entry', id } as const
  const result = glossaryApi.useListGlossarySubEntriesQuery(entry.id)
  const handleMinimize = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    // This button is removed: the focus stays in the card.
    const heading = currentTarget.closest('article')?.querySelector<HTMLElement>('[aria-expanded]')
    dispatch(glossaryActions.entryToggled(entry.id))
    heading?.focus()
  }
  return (
    <div className="pt-3 pb-3 sm:ps-8">
      <div className="flow-root">
        <Picture
          {...pictureOrDefault(entry, 'glossary')}
          alt={entry.title}
          width={960}
          height={640}
          sizes="(min-width: 600px) 18rem, 100vw"
          className="mb-4 aspect-3/2 w-full rounded sm:float-end sm:ms-6 sm:w-72"
        />
        {/* Entries of members have no description: their form has no field for one (ruling 36). */}
        {entry.description?.trim() && (
          <LinkedText
            text={entry.description}
            tree={entry.description_rich}
            parts={parts}
            level={4}
            lang={lang}
            className="mb-6"
          />
        )}
        <EntrySections result={result} parts={parts} lang={lang} />
      </div>
      <div className="-ms-5 mt-4 flex flex-wrap forced-colors:ms-0 print:hidden">
        <Button variant="quiet" icon="minus" onClick={handleMinimize}>
          {t('glossary.minimize')}
        </Button>
        <LinkButton variant="quiet" icon="external" to={entryPath(entry)}>
          {t('glossary.link')}
        </LinkButton>
        <LateMenu
          about={title}
          by={author.username}
          isNamed={!author.is_staff && author.username !== FORMER_MEMBER}
          things={image ? [reported, { ...reported, kind: 'picture' }] : [reported]}
        />
      </div>
      {result.data?.[0]?.mentioned === true && (
        <div className="mt-4 min-h-24 max-w-measure print:hidden">
          <Mentions term={{ kind: 'glossary', id: entry.id }} level={4} />
        </div>
      )}
    </div>
  )
}

type SectionsProps = {
  result: LoadResult<readonly GlossarySubEntry[]>
  parts: ReturnType<typeof useTermParts>
  lang: string | undefined
}

function EntrySections({ result, parts, lang }: SectionsProps) {
  return (
    <LoadState
      result={result}
      skeleton={
        <Skeleton className="space-y-3">
          <SkeletonBlock className="h-6 w-40" />
          <SkeletonBlock className="h-4 w-4/5" />
          <SkeletonBlock className="h-4 w-3/5" />
        </Skeleton>
      }
    >
      {(sections) =>
        sections.map(({ title, content, content_rich }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the sections have neither ids nor state
          <div key={index} className="mb-6 last:mb-0">
            <h4 lang={lang} className="font-heading text-lg font-bold wrap-anywhere">
              {title}
            </h4>
            <LinkedText
              text={content}
              tree={content_rich}
              parts={parts}
              level={5}
              lang={lang}
              className="mt-1"
            />
          </div>
        ))
      }
    </LoadState>
  )
}

/** The URL of an entry. An entry under review is visible to its author alone, among the own entries. */
export const entryPath = ({
  id,
  pending,
  is_rejected,
}: Pick<GlossaryEntry, 'id' | 'pending' | 'is_rejected'>): string =>
  `/discordia/world?${pending || is_rejected ? 'show=mine&' : ''}entry=${id}`
