import { skipToken } from '@reduxjs/toolkit/query'
import { useTranslation } from 'react-i18next'
import { useListGlossaryTypesQuery, useListSubtypesOfTypeQuery } from '#src/store/glossary/api.ts'
import { entryDraftActions } from '#src/store/glossary/draftSlice.ts'
import type { EntryDraft } from '#src/store/glossary/entryDraft.ts'
import { useAppDispatch } from '#src/store/hooks.ts'
import { namedOptions, Select } from '#src/ui/Select.tsx'

type Props = { draft: EntryDraft; error?: string }

export function TypeFields({ draft: { typeId, subtypeId, createdId }, error }: Props) {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const { data: types = [] } = useListGlossaryTypesQuery()
  const { currentData: subtypes = [] } = useListSubtypesOfTypeQuery(typeId ?? skipToken)
  const isHalfSent = createdId !== null
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <Select
        label={t('glossary.type')}
        required
        value={typeId}
        options={namedOptions(types)}
        onChange={(chosen) =>
          chosen !== null && dispatch(entryDraftActions.draftTypeChosen(chosen))
        }
        searchLabel={t('glossary.search_types')}
        emptyText={t('glossary.no_option')}
        placeholder={t('glossary.choose_type')}
        disabled={isHalfSent}
        error={error}
      />
      <Select
        label={t('glossary.subtype')}
        value={subtypeId}
        options={[{ value: null, label: t('glossary.no_subtype') }, ...namedOptions(subtypes)]}
        onChange={(chosen) => dispatch(entryDraftActions.draftSubtypeChosen(chosen))}
        searchLabel={t('glossary.search_subtypes')}
        emptyText={t('glossary.no_option')}
        placeholder={t('glossary.option_pending')}
        disabled={isHalfSent || typeId === null}
      />
    </div>
  )
}
