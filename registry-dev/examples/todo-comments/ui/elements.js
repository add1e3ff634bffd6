import { TodoCommentsList } from './list.js';

export const elements = { 'todo-comments-list': TodoCommentsList };
