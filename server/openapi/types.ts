import type { OpenAPIV3_2 } from '@fastify/swagger';

type WithoutReference<Part> = Exclude<NonNullable<Part>, { $ref: string }>;

export type Document = OpenAPIV3_2.Document;
export type Operation = NonNullable<OpenAPIV3_2.PathItemObject['get']>;
export type Parameter = WithoutReference<NonNullable<Operation['parameters']>[number]>;
export type RequestBody = WithoutReference<Operation['requestBody']>;
export type Response = WithoutReference<NonNullable<Operation['responses']>[string]>;
export type Schema = WithoutReference<NonNullable<NonNullable<Document['components']>['schemas']>[string]>;
