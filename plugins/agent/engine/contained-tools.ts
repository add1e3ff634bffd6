import {
  createBashToolDefinition,
  createEditToolDefinition,
  createLsToolDefinition,
  createReadToolDefinition,
  createWriteToolDefinition,
  defineTool,
  type ToolDefinition,
} from '@earendil-works/pi-coding-agent';
import { fileOperations } from './file-operations.ts';
import { bashOperations, type CommandSettings } from './sandbox.ts';
import { searchTools } from './search-tools.ts';

/** The engine's own tools, on operations that stay where this conversation may be; given as custom tools they replace its own. */
export function containedTools(settings: CommandSettings): ToolDefinition[] {
  const { cwd } = settings;
  const files = fileOperations(settings);
  return [
    defineTool(createReadToolDefinition(cwd, { operations: files.read })),
    defineTool(createWriteToolDefinition(cwd, { operations: files.write })),
    defineTool(createEditToolDefinition(cwd, { operations: files.edit })),
    defineTool(createLsToolDefinition(cwd, { operations: files.ls })),
    ...searchTools(settings),
    defineTool(createBashToolDefinition(cwd, { operations: bashOperations(settings), exposeSessionEnvironment: false })),
  ];
}
