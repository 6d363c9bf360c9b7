import { FormDataConsumer, RadioButtonGroupInput, required, TextInput } from 'react-admin'
import type { RuleEntryBody } from '#contract/schemas/deskRules.ts'
import { t } from '../i18n.ts'
import { DeskForm } from '../parts/DeskForm.tsx'
import { DeskCreate, DeskEdit } from '../parts/DeskPages.tsx'
import { ParentInput } from '../parts/ParentInput.tsx'
import { SectionsInput } from '../parts/SectionsInput.tsx'
import { statesOf } from '../parts/states.ts'
import { PictureInput } from '../parts/UploadInput.tsx'

const must = required(t('ra.validation.required'))

/** What belongs to the other kind goes, and so does a sub-category without its category. */
const ofItsKind = (data: Partial<RuleEntryBody>): Partial<RuleEntryBody> =>
  data.kind === 'quick'
    ? { ...data, category_id: null, subcategory_id: null }
    : { ...data, quick_subcategory_id: null }

const Fields = () => (
  <>
    <TextInput source="title" validate={must} />
    <FormDataConsumer<Partial<RuleEntryBody>>>
      {({ formData }) =>
        formData.kind === 'quick' ? (
          <ParentInput
            label={t('fields.quick_subcategory')}
            reference="quick-subcategories"
            source="quick_subcategory_id"
            text="name"
          />
        ) : (
          <BasicPlace category={formData.category_id} />
        )
      }
    </FormDataConsumer>
    <PictureInput />
    <SectionsInput />
  </>
)

const BasicPlace = ({ category }: { category: RuleEntryBody['category_id'] }) => (
  <>
    <ParentInput
      label={t('fields.category')}
      reference="rule-categories"
      source="category_id"
      text="name"
    />
    {category && (
      <ParentInput
        filter={{ category_id: category }}
        label={t('fields.subcategory')}
        reference="rule-subcategories"
        source="subcategory_id"
        text="name"
      />
    )}
  </>
)

export const RuleEntryCreate = () => (
  <DeskCreate redirect="list" transform={ofItsKind}>
    <DeskForm>
      <RadioButtonGroupInput
        choices={statesOf('basic', 'quick')}
        defaultValue="basic"
        source="kind"
        validate={must}
      />
      <Fields />
    </DeskForm>
  </DeskCreate>
)

export const RuleEntryEdit = () => (
  <DeskEdit transform={ofItsKind}>
    <DeskForm>
      <Fields />
    </DeskForm>
  </DeskEdit>
)
