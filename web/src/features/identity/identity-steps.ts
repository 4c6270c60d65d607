import { furtherDocuments, hasBack, type IdentificationField } from '@evenhand/protocol/identification.ts'
import { isDocType, type FieldProblems, type IdentityForm } from './identity-form.ts'

export const identitySteps = ['person', 'document', 'pictures', 'check'] as const
export type IdentityStep = (typeof identitySteps)[number]
/** The steps that request something; the last one shows what was filled in. */
export type FormStep = Exclude<IdentityStep, 'check'>

const fieldsOf: Readonly<Record<FormStep, readonly IdentificationField[]>> = {
  person: ['firstName', 'lastName', 'birthDate', 'sex', 'country', 'address', 'contact'],
  document: ['docType', 'docNumber', 'docExpiry'],
  pictures: ['frontFileId', 'backFileId', 'holdingFileId', ...furtherDocuments],
}

/** What a step requests: of its fields those that are to be filled in, and no reverse side where there is none. */
export const requestedFields = (
  step: FormStep,
  form: IdentityForm,
  requested: ReadonlySet<IdentificationField>,
): IdentificationField[] =>
  fieldsOf[step].filter(
    (field) => requested.has(field) && !(field === 'backFileId' && isDocType(form.docType) && !hasBack(form.docType)),
  )

const familyFirst: readonly IdentificationField[] = ['lastName', 'firstName']

/** Fields in the order of a language: where people write the family name first, its field comes first. */
export const namesInOrder = (fields: readonly IdentificationField[], tag: string): readonly IdentificationField[] =>
  /^(?:zh|ja|ko)/.test(tag)
    ? [
        ...familyFirst.filter((field) => fields.includes(field)),
        ...fields.filter((field) => !familyFirst.includes(field)),
      ]
    : fields

/** The steps in which there is something to do, and the one that sends. */
export const requestedSteps = (form: IdentityForm, requested: ReadonlySet<IdentificationField>): IdentityStep[] =>
  identitySteps.filter((step) => step === 'check' || requestedFields(step, form, requested).length > 0)

/** The first step with one of these problems. */
export const stepOfProblem = (problems: FieldProblems): FormStep | undefined =>
  (['person', 'document', 'pictures'] as const).find((step) => fieldsOf[step].some((field) => field in problems))
