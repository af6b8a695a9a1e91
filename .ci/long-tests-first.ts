import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tests that take minutes, because whole rounds are played in real time or processes are stopped and started. */
const LONG =
  /\/(?:\.ci\/[\w-]+|bench\/src\/cluster[\w-]*|server\/src\/(?:testing\/crash|simulation\/simulation))\.test\.ts$/;

/**
 * Starts the tests that take minutes before the others of their group: a run that starts one of them last would wait for it alone. The others are in the order
 * of their projects, because a worker is used again for files of the same project only.
 */
export class LongTestsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- This is the sequencer's method, which returns a new array.
    const sorted = await super.sort(files);
    const groupOf = ({ project }: TestSpecification): number => project.config.sequence.groupOrder;
    const isShort = ({ moduleId }: TestSpecification): number => Number(!LONG.test(moduleId));
    return sorted.toSorted(
      (one, other) =>
        groupOf(one) - groupOf(other) ||
        isShort(one) - isShort(other) ||
        one.project.name.localeCompare(other.project.name),
    );
  }
}
