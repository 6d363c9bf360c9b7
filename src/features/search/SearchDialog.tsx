import { useTranslation } from 'react-i18next'
import { SearchSheet } from '#src/ui/SearchSheet.tsx'
import type { SearchedPage } from './options.ts'
import { SearchPanel } from './SearchPanel.tsx'

export type { SearchedPage }

type Props = { isOpen: boolean; pages: readonly SearchedPage[]; onClose: () => void }

/** Searches all of the site (behaviour 12.13). */
export function SearchDialog({ isOpen, pages, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <SearchSheet open={isOpen} onClose={onClose} title={t('search.title')}>
      <SearchPanel pages={pages} onClose={onClose} />
    </SearchSheet>
  )
}
