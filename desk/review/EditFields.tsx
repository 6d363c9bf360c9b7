import { useEffect } from 'react'
import { FormDataConsumer, required, TextInput } from 'react-admin'
import { t } from '../i18n.ts'
import { asTyped, FormattedInput } from '../parts/FormattedInput.tsx'
import { SectionsInput } from '../parts/SectionsInput.tsx'
import type { Edits } from './decisions.ts'
import { NativeReferenceSelect } from './NativeReferenceSelect.tsx'

/** @param isLight whether the entry has light formatting, which a reviewer cannot change */
type Props = { isLight: boolean; onTyped: (values: Edits) => void }

export const EditFields = ({ isLight, onTyped }: Props) => (
  <>
    <TextInput source="title" validate={required()} />
    <NativeReferenceSelect
      clears="subtype_id"
      label={t('fields.type')}
      reference="glossary-types"
      source="type_id"
    />
    <FormDataConsumer<Edits>>
      {({ formData }) => (
        <>
          <NativeReferenceSelect
            empty={t('review.no_subtype')}
            filter={{ type_id: formData.type_id ?? 0 }}
            label={t('fields.subtype')}
            reference="glossary-subtypes"
            source="subtype_id"
          />
          <Typed onTyped={onTyped} values={formData} />
        </>
      )}
    </FormDataConsumer>
    <FormattedInput isLight={isLight} minRows={2} source="description" />
    <SectionsInput isContentRequired isLight={isLight} />
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

const Typed = ({ values, onTyped }: { values: Edits } & Pick<Props, 'onTyped'>) => {
  useEffect(() => onTyped(values), [values, onTyped])
  return null
}
