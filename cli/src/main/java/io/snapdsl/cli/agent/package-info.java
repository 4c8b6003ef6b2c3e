/** The settings of agents: our entries are put in and taken out, and nothing else of them is touched. */
package io.snapdsl.cli.agent;
