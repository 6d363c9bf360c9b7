import { useEffect } from 'react'
import { FormDataConsumer, required, TextInput, useGetList } from 'react-admin'
import { t } from '../i18n.ts'
import { PlainSelect } from '../parts/PlainSelect.tsx'
import { asTyped, SectionsInput } from '../parts/SectionsInput.tsx'
import type { Edits } from './decisions.ts'

const ALL = {
  pagination: { page: 1, perPage: 1000 },
  sort: { field: 'position', order: 'ASC' },
} as const

type Props = { onTyped: (values: Edits) => void }

export const EditFields = ({ onTyped }: Props) => (
  <>
    <TextInput source="title" validate={required()} />
    <FormDataConsumer<Edits>>
      {({ formData }) => (
        <>
          <Places type={formData.type_id} />
          <Typed onTyped={onTyped} values={formData} />
        </>
      )}
    </FormDataConsumer>
    <TextInput minRows={2} multiline parse={asTyped} source="description" />
    <SectionsInput isContentRequired />
    <TextInput
      helperText={t('review.to_author_note')}
      label={t('review.to_author')}
      minRows={2}
      multiline
      parse={asTyped}
      source="reason"
    />
  </>
)

const Typed = ({ values, onTyped }: { values: Edits } & Props) => {
  useEffect(() => onTyped(values), [values, onTyped])
  return null
}

/** Lists of the browser: others open outside of the dialog, where nothing can be reached. */
const Places = ({ type }: { type: number | undefined }) => {
  const { data: types = [] } = useGetList<{ id: number; name: string }>('glossary-types', ALL)
  const { data: subtypes = [] } = useGetList<{ id: number; name: string }>('glossary-subtypes', {
    ...ALL,
    filter: { type_id: type ?? 0 },
  })
  return (
    <>
      <PlainSelect choices={types} label={t('fields.type')} source="type_id" clears="subtype_id" />
      <PlainSelect
        choices={subtypes}
        empty={t('review.no_subtype')}
        label={t('fields.subtype')}
        source="subtype_id"
      />
    </>
  )
}
