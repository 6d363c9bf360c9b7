import { FormDataConsumer, required, TextInput } from 'react-admin'
import type { DeskGlossaryBody } from '#contract/schemas/glossary.ts'
import { AliasesInput, FormatInput } from '../parts/FormatInputs.tsx'
import { ReferenceSelect } from '../parts/ReferenceSelect.tsx'
import { asTyped, SectionsInput } from '../parts/SectionsInput.tsx'
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
    <TextInput defaultValue="" minRows={5} multiline parse={asTyped} source="description" />
    <FormatInput />
    <AliasesInput />
    <PictureInput />
    <SectionsInput isContentRequired />
  </>
)
