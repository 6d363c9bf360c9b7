import { FormDataConsumer, required, TextInput } from 'react-admin'
import type { DeskGlossaryBody } from '#contract/glossary.ts'
import { AliasesInput, FormatInput } from '../parts/FormatInputs.tsx'
import { FormattedInput } from '../parts/FormattedInput.tsx'
import { LanguageInput } from '../parts/LanguageInputs.tsx'
import { ReferenceSelect } from '../parts/ReferenceSelect.tsx'
import { SectionsInput } from '../parts/SectionsInput.tsx'
import { PictureInput } from '../parts/UploadInput.tsx'

export const EntryFields = () => (
  <>
    <TextInput source="title" validate={required()} />
    <ReferenceSelect isRequired reference="glossary-types" source="type_id" />
    <FormDataConsumer<Partial<DeskGlossaryBody>>>
      {({ formData: { type_id } }) =>
        type_id && (
          <ReferenceSelect filter={{ type_id }} reference="glossary-subtypes" source="subtype_id" />
        )
      }
    </FormDataConsumer>
    <FormattedInput minRows={5} source="description" />
    <FormatInput />
    <AliasesInput />
    <LanguageInput />
    <PictureInput />
    <SectionsInput isContentRequired />
  </>
)
