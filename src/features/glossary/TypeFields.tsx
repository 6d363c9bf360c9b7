import { skipToken } from '@reduxjs/toolkit/query'
import { useTranslation } from 'react-i18next'
import { useListGlossaryTypesQuery, useListSubtypesOfTypeQuery } from '#src/store/glossary/api.ts'
import { draftSubtypeChosen, draftTypeChosen } from '#src/store/glossary/draftSlice.ts'
import type { EntryDraft } from '#src/store/glossary/entryDraft.ts'
import { useAppDispatch } from '#src/store/hooks.ts'
import { SearchSelect } from '#src/ui/SearchSelect.tsx'

type Props = { draft: EntryDraft; error?: string }

/** The value of "no sub-type"; ids are digits. */
const NONE = 'none'

export function TypeFields({ draft: { typeId, subtypeId, createdId }, error }: Props) {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const { data: types = [] } = useListGlossaryTypesQuery()
  const { currentData: subtypes = [] } = useListSubtypesOfTypeQuery(typeId ?? skipToken)
  const optionsOf = (list: ReadonlyArray<{ id: number; name: string }>) =>
    list.map(({ id, name }) => ({ value: String(id), label: name }))
  const isHalfSent = createdId !== null

  const chooseType = (value: string) => {
    const chosen = types.find(({ id }) => String(id) === value)
    if (chosen) dispatch(draftTypeChosen(chosen.id))
  }
  const chooseSubtype = (value: string) =>
    dispatch(draftSubtypeChosen(subtypes.find(({ id }) => String(id) === value)?.id ?? null))

  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <SearchSelect
        label={t('glossary.type')}
        required
        value={String(typeId)}
        options={optionsOf(types)}
        onChange={chooseType}
        searchLabel={t('glossary.search_types')}
        emptyText={t('glossary.no_option')}
        placeholder={t('glossary.choose_type')}
        disabled={isHalfSent}
        error={error}
      />
      <SearchSelect
        label={t('glossary.subtype')}
        value={subtypeId === null ? NONE : String(subtypeId)}
        options={[{ value: NONE, label: t('glossary.no_subtype') }, ...optionsOf(subtypes)]}
        onChange={chooseSubtype}
        searchLabel={t('glossary.search_subtypes')}
        emptyText={t('glossary.no_option')}
        placeholder={t('glossary.option_pending')}
        disabled={isHalfSent || typeId === null}
      />
    </div>
  )
}
