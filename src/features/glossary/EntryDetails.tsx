import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { GlossaryEntry } from '#contract/schemas/glossary.ts'
import { entryToggled } from '#src/store/glossary/slice.ts'
import { useAppDispatch } from '#src/store/hooks.ts'
import { pictureOrDefault } from '#src/store/http/pictures.ts'
import { Button } from '#src/ui/Button.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Picture } from '#src/ui/Picture.tsx'
import { Prose } from '#src/ui/Prose.tsx'
import { EntrySections } from './EntrySections.tsx'
import { entryPath } from './glossaryFilters.ts'

/** The content of an expanded card: image or default, description, sub-entries, Minimize (behaviour 2). */
export function EntryDetails({ entry }: { entry: GlossaryEntry }) {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const handleMinimize = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    // This button is removed: the focus stays in the card.
    const heading = currentTarget.closest('article')?.querySelector<HTMLElement>('[aria-expanded]')
    dispatch(entryToggled(entry.id))
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
        {entry.description?.trim() && <Prose text={entry.description} className="mb-6" />}
        <EntrySections entryId={entry.id} />
      </div>
      <div className="-ms-5 mt-4 flex flex-wrap print:hidden">
        <Button variant="quiet" icon="minus" onClick={handleMinimize}>
          {t('glossary.minimize')}
        </Button>
        <LinkButton variant="quiet" icon="external" to={entryPath(entry)}>
          {t('glossary.link')}
        </LinkButton>
      </div>
    </div>
  )
}
